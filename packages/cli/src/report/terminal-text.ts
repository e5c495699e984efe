/** Terminal text: display width, truncation, padding, and removal of control characters. */
import { stripVTControlCharacters } from 'node:util'

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const segmenter = new Intl.Segmenter()

/** Prevents terminal escape injection and bidi spoofing through file names. */
export function stripControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '?')
}

export function displayWidth(text: string): number {
  let columns = 0
  for (const { segment } of segmenter.segment(text)) columns += segmentColumns(segment)
  return columns
}

/** Truncates in the middle, because the end of a file name matters as much as its beginning. */
export function truncateMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  if (columns <= 1) return columns === 1 ? '…' : ''
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
  const tail = takeColumns(segments.toReversed(), Math.floor((columns - 1) / 2)).toReversed()
  const head = takeColumns(segments, columns - 1 - displayWidth(tail.join('')))
  return `${head.join('')}…${tail.join('')}`
}

export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

function takeColumns(segments: readonly string[], columns: number): string[] {
  const taken: string[] = []
  let left = columns
  for (const segment of segments) {
    left -= segmentColumns(segment)
    if (left < 0) break
    taken.push(segment)
  }
  return taken
}

function segmentColumns(segment: string): number {
  if (invisible.test(segment)) return 0
  return wide.test(segment) ? 2 : 1
}
