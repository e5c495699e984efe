/** Replaces a run of low-confidence words with another reading. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { AlternativeReading } from './align-reading.ts'

const withoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u

/** Returns the given words if the parts cannot be assigned to them. */
export function replaceRun(
  words: readonly TesseractWord[],
  run: readonly TesseractWord[],
  { letters, parts, confidence }: AlternativeReading,
): readonly TesseractWord[] {
  const ours = run.map(({ text }) => text).join('')
  const at = words.indexOf(run[0] as TesseractWord)
  if (at < 0) return words
  const put = (...instead: TesseractWord[]) => words.toSpliced(at, run.length, ...instead)
  if (letters === '') return put()
  if (parts.length === run.length)
    return put(...run.map((word, index) => ({ ...word, text: parts[index] as string, confidence })))
  if (!withoutSpaces.test(ours + letters)) return words
  return put({ ...boxAround(run), text: letters, confidence })
}

function boxAround(run: readonly TesseractWord[]): TesseractWord {
  const [x, y] = [Math.min(...run.map(word => word.x)), Math.min(...run.map(word => word.y))]
  return {
    ...(run[0] as TesseractWord),
    x,
    y,
    width: Math.max(...run.map(word => word.x + word.width)) - x,
    height: Math.max(...run.map(word => word.y + word.height)) - y,
  }
}
