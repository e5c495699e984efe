/** Splits a transcript into readable captions: two short lines, broken at punctuation and pauses. */
import type { TranscriptSegment } from '../schemas/transcript.ts'

export interface Caption {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly lines: readonly string[]
}

const maxLines = 2
const maxColumns = 42
/** Characters of these scripts are twice as wide. */
const wideCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
const unspacedCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u
const maxSeconds = 7
/** Minimum reading time. */
const minSeconds = 1

type Word = TranscriptSegment['words'][number]

/** Each group of words gets separate captions. */
export function makeCaptions(segments: readonly (readonly Word[])[]): readonly Caption[] {
  const captions = segments.flatMap(captionsOf)
  return captions.map((caption, index) => {
    const room = captions[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY
    const wanted = Math.max(caption.endSeconds, caption.startSeconds + minSeconds)
    return { ...caption, endSeconds: Math.max(caption.endSeconds, Math.min(wanted, room)) }
  })
}

function captionsOf(words: readonly Word[]): Caption[] {
  if (words.length === 0) return []
  const lines = breakLines(textOf(words))
  const [first, last] = [words[0] as Word, words.at(-1) as Word]
  const isShort = lines.length <= maxLines && last.endSeconds - first.startSeconds <= maxSeconds
  if (isShort || words.length === 1) {
    // A single word longer than two lines takes as many as it needs.
    return [{ startSeconds: first.startSeconds, endSeconds: last.endSeconds, lines }]
  }
  const cut = bestCut(words)
  return [...captionsOf(words.slice(0, cut)), ...captionsOf(words.slice(cut))]
}

/** Prefers the end of a sentence to a comma, a pause to none, and the middle. */
function bestCut(words: readonly Word[]): number {
  const whole = width(textOf(words))
  let best = { cut: 1, score: Number.NEGATIVE_INFINITY }
  let sum = 0
  for (let cut = 1; cut < words.length; cut += 1) {
    const [before, after] = [words[cut - 1] as Word, words[cut] as Word]
    sum += width(before.text) + 1
    const pauseSeconds = after.startSeconds - before.endSeconds
    const balance = -Math.abs(sum / whole - 0.5) * 4
    const score = balance + stopWeight(before.text) + Math.min(1, pauseSeconds * 2)
    if (score > best.score) best = { cut, score }
  }
  return best.cut
}

function stopWeight(text: string): number {
  if (/[.!?。！？…]["'”’»)]*$/u.test(text)) return 1.5
  return /[,;:，、；：]["'”’»)]*$/u.test(text) ? 1 : 0
}

function textOf(words: readonly Word[]): string {
  let text = ''
  for (const { text: word } of words) {
    const isTight =
      text === '' || (unspacedCharacter.test(text.slice(-1)) && unspacedCharacter.test(word.charAt(0)))
    text += isTight ? word : ` ${word}`
  }
  return text
}

/** As few lines as possible, balanced, with the upper one shorter. */
export function breakLines(text: string): readonly string[] {
  const whole = width(text)
  if (whole <= maxColumns) return [text]
  const count = Math.ceil(whole / maxColumns)
  for (const columns of [Math.min(maxColumns, Math.ceil(whole / count) + 6), maxColumns]) {
    const lines = fill(text, columns)
    if (lines.length <= count || columns === maxColumns) return lines
  }
  return [text]
}

function fill(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of breakable(text)) {
    if (line !== '' && width((line + unit).trimEnd()) > columns) {
      lines.push(line.trimEnd())
      line = unit.trimStart()
    } else line += unit
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** Units between which a line may break: words with their trailing space, or single characters with their marks. */
function breakable(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}][\p{P}\p{M}]*\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,42}\s*|\s+/gu,
    ) ?? [text]
  )
}

function width(text: string): number {
  let columns = 0
  for (const sign of text) columns += wideCharacter.test(sign) ? 2 : 1
  return columns
}
