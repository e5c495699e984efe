/** Puts what other looks have read in the place of doubtful words. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { OtherReading } from './find-same-passage.ts'

const withoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u

/** The same words where nobody can tell which part belongs to which of them. */
export function replaceRun(
  words: readonly RecognisedWord[],
  run: readonly RecognisedWord[],
  { letters, parts, confidence }: OtherReading,
): readonly RecognisedWord[] {
  const ours = run.map(({ text }) => text).join('')
  const at = words.indexOf(run[0] as RecognisedWord)
  if (at < 0) return words
  const put = (...instead: RecognisedWord[]) => words.toSpliced(at, run.length, ...instead)
  if (letters === '') return put()
  if (parts.length === run.length)
    return put(...run.map((word, index) => ({ ...word, text: parts[index] as string, confidence })))
  if (!withoutSpaces.test(ours + letters)) return words
  return put({ ...boxAround(run), text: letters, confidence })
}

function boxAround(run: readonly RecognisedWord[]): RecognisedWord {
  const [x, y] = [Math.min(...run.map(word => word.x)), Math.min(...run.map(word => word.y))]
  return {
    ...(run[0] as RecognisedWord),
    x,
    y,
    width: Math.max(...run.map(word => word.x + word.width)) - x,
    height: Math.max(...run.map(word => word.y + word.height)) - y,
  }
}
