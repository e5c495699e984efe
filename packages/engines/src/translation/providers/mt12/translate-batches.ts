/** Translates sentences in batches: splits, tokenizes, groups by length, decodes and joins. */
import { beamSearch } from './beam-search.ts'
import { joinParts } from './join-parts.ts'
import type { TranslationModel } from './onnx-model.ts'
import { splitLong } from './split-long.ts'
import { createTokenizer, type Mt12Vocabulary } from './tokenizer.ts'

const beams = 4
/** Per part. The model accepts 120 tokens, but starts to drop content above this, because long training samples are rare. */
const maxSourceTokens = 80
/** Including padding; larger batches only take more memory. */
const maxBatchTokens = 400
const maxBatchSentences = 8

interface Part {
  readonly sentence: number
  readonly source: string
  readonly ids: readonly number[]
  translation: string
}

export type TranslateBatches = (sentences: readonly string[], target: string) => Promise<string[]>

export function createTranslateBatches(
  model: TranslationModel,
  vocabulary: Mt12Vocabulary,
): TranslateBatches {
  const tokenizer = createTokenizer(vocabulary)

  async function translateBatch(parts: readonly Part[], startToken: number): Promise<void> {
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

  return async (sentences, target) => {
    const tag = vocabulary.langs[target]
    if (tag === undefined) throw new Error(`The model does not know ${target}`)
    const countTokens = (text: string) => tokenizer.encode(text).length
    const parts = sentences.flatMap((text, sentence) =>
      splitLong(text, countTokens, maxSourceTokens).flatMap((source): Part[] => {
        const ids = tokenizer.encode(source)
        return ids.length === 0
          ? []
          : [{ sentence, source, ids: [tag, ...ids, vocabulary.eos], translation: '' }]
      }),
    )
    for (const batch of batchesOf(parts)) await translateBatch(batch, tag)
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
