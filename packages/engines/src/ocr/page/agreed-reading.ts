/** Decides between the first reading of doubtful words and two other looks at them. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { OtherReading } from './find-same-passage.ts'
import { qualityOf } from './quality.ts'

/** Points of confidence, both looks together: at other sizes of the same picture two may be wrong in the same way. */
const clearlySurer = 15

/** What stands there instead; undefined where the first reading is kept. */
export function agreedReading(
  run: readonly RecognisedWord[],
  second: OtherReading | undefined,
  third: OtherReading | undefined,
): OtherReading | undefined {
  if (second === undefined || third === undefined || second.letters !== third.letters) return undefined
  const ours = run.map(({ text }) => text).join('')
  if (onlyAdds(withoutSigns(ours), withoutSigns(second.letters))) return undefined
  const confidence = (second.confidence + third.confidence) / 2
  // Nothing can be surer or less sure; that both see the letters around it says enough.
  if (second.letters === '') return second
  return confidence >= qualityOf(run).confidence + clearlySurer ? { ...second, confidence } : undefined
}

/** A letter of which Tesseract cannot decide what it is comes twice, as one and as the other: nothing is only added. */
function onlyAdds(ours: string, theirs: string): boolean {
  const letters = [...ours]
  let found = 0
  for (const letter of theirs) if (letter === letters[found]) found += 1
  return found === letters.length
}

/** Full stop or comma: that is lost first when a picture is scaled. */
function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
