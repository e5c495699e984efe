/** Sends a list of sentences to a service in portions and checks that as many come back. */
import { AppError } from '@filesmith/contract/errors'
import { inPortions, type PortionSize } from './in-portions.ts'

/** One after the other: services limit how much they are asked at once. */
export async function translateInPortions(
  sentences: readonly string[],
  size: PortionSize,
  ask: (portion: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const translated: string[] = []
  for (const portion of inPortions(sentences, size)) {
    const answers = await ask(portion)
    if (answers.length !== portion.length) {
      const cause = new Error(`${answers.length} translations came back for ${portion.length} sentences`)
      throw new AppError('translation-failed', {}, { cause })
    }
    translated.push(...answers)
  }
  return translated
}
