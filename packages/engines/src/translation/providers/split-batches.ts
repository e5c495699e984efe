/** Splits sentences into batches for a helper or service. */

export interface BatchSize {
  readonly sentences: number
  readonly characters: number
}

/** In order; a sentence longer than the limit gets its own batch. */
export function* splitBatches(sentences: readonly string[], size: BatchSize): Generator<string[]> {
  let batch: string[] = []
  let characters = 0
  for (const sentence of sentences) {
    const isFull = batch.length >= size.sentences || characters + sentence.length > size.characters
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(sentence)
    characters += sentence.length
  }
  if (batch.length > 0) yield batch
}
