/** Translates sentences through a service in batches and checks the number of translations. */
import { AppError } from '@filesmith/contract/errors'
import { type BatchSize, splitBatches } from './split-batches.ts'

/** Sequentially, because services limit concurrent requests. */
export async function translateInBatches(
  sentences: readonly string[],
  size: BatchSize,
  translateBatch: (batch: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const translated: string[] = []
  for (const batch of splitBatches(sentences, size)) {
    const answers = await translateBatch(batch)
    if (answers.length !== batch.length) {
      const cause = new Error(`${answers.length} translations came back for ${batch.length} sentences`)
      throw new AppError('translation-failed', {}, { cause })
    }
    translated.push(...answers)
  }
  return translated
}
