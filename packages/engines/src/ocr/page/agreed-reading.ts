/** Decides between the first reading of low-confidence words and two further OCR passes. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { AlternativeReading } from './align-reading.ts'
import { qualityOf } from './quality.ts'

/** Minimum gain in mean confidence: passes at other scales of the same image can share the same mistake. */
const minConfidenceGain = 15

/** The replacement; undefined to keep the first reading. */
export function agreedReading(
  run: readonly TesseractWord[],
  second: AlternativeReading | undefined,
  third: AlternativeReading | undefined,
): AlternativeReading | undefined {
  if (second === undefined || third === undefined || second.letters !== third.letters) return undefined
  const ours = run.map(({ text }) => text).join('')
  if (onlyAdds(withoutPunctuation(ours), withoutPunctuation(second.letters))) return undefined
  const confidence = (second.confidence + third.confidence) / 2
  // An empty reading has no confidence; both passes agreeing on the surrounding letters is enough.
  if (second.letters === '') return second
  return confidence >= qualityOf(run).confidence + minConfidenceGain ? { ...second, confidence } : undefined
}

/** Tesseract repeats a letter as two alternatives when it cannot decide, so a reading that only adds letters is rejected. */
function onlyAdds(ours: string, theirs: string): boolean {
  const letters = [...ours]
  let found = 0
  for (const letter of theirs) if (letter === letters[found]) found += 1
  return found === letters.length
}

/** Periods and commas are the first to get lost when an image is scaled. */
function withoutPunctuation(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
