/** From sentences to sentences: cut, tokenised, sorted by length into batches, searched and put together again. */
import { beamSearch } from './beam-search.ts'
import { joinParts } from './join-parts.ts'
import type { TranslationModel } from './onnx-model.ts'
import { splitLong } from './split-long.ts'
import { createTokenizer, type Vocabulary } from './tokenizer.ts'

const beams = 4
/** Of one part. The model takes 120, but has seen few so long: from here on it begins to leave things out. */
const maxSourcePieces = 80
/** What a batch may hold with its padding: more makes nothing faster and only takes memory. */
const maxBatchPieces = 400
const maxBatchSentences = 8

interface Part {
  readonly sentence: number
  readonly source: string
  readonly ids: readonly number[]
  translation: string
}

export type TranslateBatches = (sentences: readonly string[], target: string) => Promise<string[]>

export function createTranslateBatches(model: TranslationModel, vocabulary: Vocabulary): TranslateBatches {
  const tokenizer = createTokenizer(vocabulary)

  async function translateBatch(parts: readonly Part[], startPiece: number): Promise<void> {
    const decoder = await model.read(parts.map(part => part.ids))
    const found = await beamSearch(decoder, {
      beams,
      startPiece,
      endPiece: vocabulary.eos,
      // No translation is more than twice as long; a model that does not end would go on for ever.
      maxPieces: parts.map(({ ids }) => Math.min(230, ids.length * 2 + 12)),
    })
    for (const [index, part] of parts.entries()) part.translation = tokenizer.decode(found[index] ?? [])
  }

  return async (sentences, target) => {
    const tag = vocabulary.langs[target]
    if (tag === undefined) throw new Error(`The model does not know ${target}`)
    const countPieces = (text: string) => tokenizer.encode(text).length
    const parts = sentences.flatMap((text, sentence) =>
      splitLong(text, countPieces, maxSourcePieces).flatMap((source): Part[] => {
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

/** Sentences of like length together: the shorter ones wait for the longest of their batch. */
function batchesOf(parts: readonly Part[]): Part[][] {
  const batches: Part[][] = []
  for (const part of parts.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const batch = batches.at(-1)
    // Sorted, so the new one is the longest.
    const fits =
      batch && batch.length < maxBatchSentences && (batch.length + 1) * part.ids.length <= maxBatchPieces
    if (fits) batch.push(part)
    else batches.push([part])
  }
  return batches
}
