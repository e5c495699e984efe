/** Finds the packs a text is read with best, from what a first look has read of it. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { TesseractReader } from '../page/tesseract-reader.ts'
import type { IdentifiedLanguage } from './identify-languages.ts'
import { packFor } from './pack-of.ts'
import { isOfScript, type Script, scripts } from './scripts.ts'

/** Shorter texts say too little. */
const leastCharacters = 12
const leastLikelihood = 0.25
/** What a Latin text read as English says less surely than this is looked at again with a pack that knows all accents. */
export const sureLikelihood = 0.6
/** A paragraph may be in a language of its own. */
const paragraphCharacters = 60
const paragraphLikelihood = 0.75
const leastShare = 0.12
const mostLanguages = 3

export interface NamedLanguage {
  readonly pack: string
  readonly likelihood: number
}

/** Undefined when the text says too little. */
export async function nameLanguage(
  reader: TesseractReader,
  words: readonly RecognisedWord[],
  script: Script,
): Promise<NamedLanguage | undefined> {
  const text = textOf(words)
  if (text.length < leastCharacters) return undefined
  const [guesses = []] = await reader.identify([text.slice(0, 4000)])
  return pickPack(guesses, text, script, reader.installed)
}

function pickPack(
  guesses: readonly IdentifiedLanguage[],
  text: string,
  script: Script,
  installed: ReadonlySet<string>,
): NamedLanguage | undefined {
  for (const { language, likelihood } of guesses) {
    const pack = packFor(language, text)
    if (likelihood >= leastLikelihood && installed.has(pack) && isOfScript(pack, script))
      return { pack, likelihood }
  }
  return undefined
}

/** Every language a good part of the page is written in, the most frequent first. */
export async function languagesOfParagraphs(
  reader: TesseractReader,
  words: readonly RecognisedWord[],
  used: readonly string[],
): Promise<readonly string[]> {
  const script =
    Object.values<Script>(scripts).find(({ languages }) => languages?.includes(used[0] ?? '')) ??
    scripts.Latin
  const texts = [...Map.groupBy(words, ({ line }) => line.split('.').slice(0, 2).join('.')).values()]
    .map(textOf)
    .filter(text => text.length >= paragraphCharacters)
  if (texts.length === 0) return used
  const guesses = await reader.identify(texts.map(text => text.slice(0, 1000)))
  const shares = new Map<string, number>()
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  for (const [index, text] of texts.entries()) {
    const named = pickPack(guesses[index] ?? [], text, script, reader.installed)
    if (!named || named.likelihood < paragraphLikelihood) continue
    // Simplified and traditional letters are told apart by reading, not by identification.
    const pack = used.includes('chi_tra') && named.pack === 'chi_sim' ? 'chi_tra' : named.pack
    shares.set(pack, (shares.get(pack) ?? 0) + text.length / total)
  }
  const found = [...shares]
    .filter(([, share]) => share >= leastShare)
    .sort(([, one], [, other]) => other - one)
    .map(([pack]) => pack)
    .slice(0, mostLanguages)
  return found.length === 0 ? used : found
}

function textOf(words: readonly RecognisedWord[]): string {
  return words
    .filter(({ confidence }) => confidence >= 30)
    .map(({ text }) => text)
    .join(' ')
}
