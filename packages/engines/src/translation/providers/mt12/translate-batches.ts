/** Translates sentences in batches: splits, tokenizes, groups by length, decodes and joins. */
import type { SearchEffort } from '../../sentence-translator.ts'
import { beamSearch } from './beam-search.ts'
import type { TranslationModel } from './onnx-model.ts'
import { createTokenizer, type Mt12Vocabulary } from './tokenizer.ts'

const beamsByEffort: Readonly<Record<SearchEffort, number>> = { fast: 1, best: 4, split: 4 }
/** Per part. The model accepts 120 tokens, but starts to drop content above 80, because long training samples are rare. */
const maxSourceTokens: Readonly<Record<SearchEffort, number>> = { fast: 80, best: 80, split: 20 }
/** Including padding; larger batches only take more memory. */
const maxBatchTokens = 400
const maxBatchSentences = 8

interface Part {
  readonly sentence: number
  readonly source: string
  readonly ids: readonly number[]
  translation: string
}

export type TranslateBatches = (
  sentences: readonly string[],
  target: string,
  effort: SearchEffort,
) => Promise<string[]>

export function createTranslateBatches(
  model: TranslationModel,
  vocabulary: Mt12Vocabulary,
): TranslateBatches {
  const tokenizer = createTokenizer(vocabulary)

  async function translateBatch(parts: readonly Part[], startToken: number, beams: number): Promise<void> {
    const decoder = await model.encode(parts.map(part => part.ids))
    const found = await beamSearch(decoder, {
      beams,
      startToken,
      endToken: vocabulary.eos,
      // Translations are at most about twice as long; bounds a model that never ends.
      maxTokens: parts.map(({ ids }) => Math.min(230, ids.length * 2 + 12)),
    })
    for (const [index, part] of parts.entries()) part.translation = tokenizer.decode(found[index] ?? [])
  }

  return async (sentences, target, effort) => {
    const tag = vocabulary.langs[target]
    if (tag === undefined) throw new Error(`The model does not know ${target}`)
    const countTokens = (text: string) => tokenizer.encode(text).length
    const parts = sentences.flatMap((text, sentence) =>
      splitLong(text, countTokens, maxSourceTokens[effort]).flatMap((source): Part[] => {
        const ids = tokenizer.encode(source)
        return ids.length === 0
          ? []
          : [{ sentence, source, ids: [tag, ...ids, vocabulary.eos], translation: '' }]
      }),
    )
    for (const batch of batchesOf(parts)) await translateBatch(batch, tag, beamsByEffort[effort])
    const found = sentences.map((): Part[] => [])
    for (const part of parts) found[part.sentence]?.push(part)
    return found.map(translated => joinParts(translated, target))
  }
}

/** Groups parts of similar length, because a batch is padded to its longest part. */
function batchesOf(parts: readonly Part[]): Part[][] {
  const batches: Part[][] = []
  for (const part of parts.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const batch = batches.at(-1)
    // Sorted, so the new part is the longest.
    const fits =
      batch && batch.length < maxBatchSentences && (batch.length + 1) * part.ids.length <= maxBatchTokens
    if (fits) batch.push(part)
    else batches.push([part])
  }
  return batches
}

interface TranslatedPart {
  readonly source: string
  readonly translation: string
}

const languagesWithoutSpaces: ReadonlySet<string> = new Set(['zh', 'ja'])
const fullStop = /[.。।]$/u
const comma = /[,，、،]$/u

/** Joins the translated parts of a sentence. */
export function joinParts(parts: readonly TranslatedPart[], target: string): string {
  const isDense = languagesWithoutSpaces.has(target)
  return parts
    .map(({ source, translation }, index) =>
      index === parts.length - 1 ? translation : asPartial(source, translation, isDense ? '，' : ','),
    )
    .filter(Boolean)
    .join(isDense ? '' : ' ')
}

/** The model ends every part with a period; restores the punctuation of the source. */
function asPartial(source: string, translation: string, mark: string): string {
  if (fullStop.test(source) || !fullStop.test(translation)) return translation
  return translation.replace(fullStop, comma.test(source) ? mark : '')
}

/** Separators in order of preference. */
const pauses = [/[;:；：]\s*/gu, /[,，、،]\s*/gu, /\s+/gu]

/** Parts of at most `maxTokens` tokens, similar in length: a very short part would be translated without context. */
export function splitLong(
  sentence: string,
  countTokens: (text: string) => number,
  maxTokens: number,
): string[] {
  if (countTokens(sentence) <= maxTokens) return [sentence]
  const at = cutNearMiddle(sentence)
  const halves = [sentence.slice(0, at).trim(), sentence.slice(at).trim()].filter(Boolean)
  if (halves.length < 2) return halves
  return halves.flatMap(half => splitLong(half, countTokens, maxTokens))
}

/** A separator in the middle third, of the best kind; within a word only if there is none. */
function cutNearMiddle(sentence: string): number {
  const middle = sentence.length / 2
  for (const pause of pauses) {
    const ends = [...sentence.matchAll(pause)].map(({ index, 0: found }) => index + found.length)
    const central = ends.filter(end => Math.abs(end - middle) <= sentence.length / 6)
    if (central.length > 0)
      return central.reduce((best, end) => (Math.abs(end - middle) < Math.abs(best - middle) ? end : best))
  }
  const half = Math.floor(middle)
  const isInsidePair = /[\udc00-\udfff]/.test(sentence.charAt(half))
  return isInsidePair ? half + 1 : half
}
