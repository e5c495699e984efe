/** Chooses the Tesseract language packs for a text from the result of a trial pass. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { TesseractReader } from '../page/tesseract-reader.ts'
import type { IdentifiedLanguage } from './identify-languages.ts'
import { isOfScript, type Script, scripts } from './scripts.ts'

/** Differing codes, and languages without a pack that map to a closely related one. */
const packAliases: Readonly<Record<string, string>> = {
  zho: 'chi_sim',
  wuu: 'chi_sim',
  yue: 'chi_tra',
  nob: 'nor',
  nno: 'nor',
  hbs: 'hrv',
  tgl: 'fil',
  ory: 'ori',
  arz: 'ara',
  azb: 'fas',
  mzn: 'fas',
  lrc: 'fas',
  pnb: 'urd',
  bih: 'hin',
  mai: 'hin',
  dty: 'nep',
  gom: 'mar',
  bpy: 'ben',
  kur: 'kmr',
  gsw: 'deu',
  bar: 'deu',
  nds: 'deu',
  pfl: 'deu',
  vls: 'nld',
  lim: 'nld',
  sco: 'eng',
  arg: 'spa',
  ast: 'spa',
  cbk: 'spa',
  mwl: 'por',
  wln: 'fra',
  vec: 'ita',
  nap: 'ita',
  scn: 'ita',
  lmo: 'ita',
  pms: 'ita',
  eml: 'ita',
  bak: 'tat',
  rue: 'ukr',
}

function packOf(language: string): string {
  return packAliases[language] ?? language
}

/** Languages written in two scripts have a pack for each. */
const cyrillicPacks: Readonly<Record<string, string>> = { uzb: 'uzb_cyrl', aze: 'aze_cyrl' }
const latinPacks: Readonly<Record<string, string>> = { srp: 'srp_latn' }
const cyrillicLetter = /\p{Script=Cyrillic}/u

function packFor(language: string, text: string): string {
  const pack = packOf(language)
  return (cyrillicLetter.test(text) ? cyrillicPacks[pack] : latinPacks[pack]) ?? pack
}

/** Shorter texts cannot be identified reliably. */
const minCharacters = 12
const minLikelihood = 0.25
/** Below this, Latin text recognized with the English pack gets another pass with the Latin pack, which covers all accents. */
export const confidentLikelihood = 0.6
/** Paragraphs may differ in language. */
const paragraphCharacters = 60
const paragraphLikelihood = 0.75
const minShare = 0.12
const maxLanguages = 3

export interface PackChoice {
  readonly pack: string
  readonly likelihood: number
}

/** Undefined if the text is too short to identify. */
export async function choosePack(
  reader: TesseractReader,
  words: readonly TesseractWord[],
  script: Script,
): Promise<PackChoice | undefined> {
  const text = textOf(words)
  if (text.length < minCharacters) return undefined
  const [guesses = []] = await reader.identify([text.slice(0, 4000)])
  return pickPack(guesses, text, script, reader.installed)
}

function pickPack(
  guesses: readonly IdentifiedLanguage[],
  text: string,
  script: Script,
  installed: ReadonlySet<string>,
): PackChoice | undefined {
  for (const { language, likelihood } of guesses) {
    const pack = packFor(language, text)
    if (likelihood >= minLikelihood && installed.has(pack) && isOfScript(pack, script))
      return { pack, likelihood }
  }
  return undefined
}

/** Languages of a considerable part of the page, the most frequent first. */
export async function packsOfParagraphs(
  reader: TesseractReader,
  words: readonly TesseractWord[],
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
    const choice = pickPack(guesses[index] ?? [], text, script, reader.installed)
    if (!choice || choice.likelihood < paragraphLikelihood) continue
    // Simplified and traditional Chinese are distinguished by trial passes, not by fastText.
    const pack = used.includes('chi_tra') && choice.pack === 'chi_sim' ? 'chi_tra' : choice.pack
    shares.set(pack, (shares.get(pack) ?? 0) + text.length / total)
  }
  const found = [...shares]
    .filter(([, share]) => share >= minShare)
    .sort(([, one], [, other]) => other - one)
    .map(([pack]) => pack)
    .slice(0, maxLanguages)
  return found.length === 0 ? used : found
}

function textOf(words: readonly TesseractWord[]): string {
  return words
    .filter(({ confidence }) => confidence >= 30)
    .map(({ text }) => text)
    .join(' ')
}
