/** Writes a caption as an ASS file for ffmpeg: user text never becomes part of an argument or filter (injection). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAss } from '../../ffmpeg/subtitles/write-ass.ts'
import type { Size } from '../gif-context.ts'

/** Relative to the working directory of ffmpeg, so that no path has to be escaped. */
const captionName = 'caption.ass'
const maxSeconds = 35_000

/** No filter without a caption. */
export async function captionFilter(
  caption: string,
  size: Size,
  workFolder: string,
): Promise<readonly string[]> {
  const { lines, fontSize } = layoutCaption(caption, size)
  if (lines.length === 0) return []
  const cue = { startSeconds: 0, endSeconds: maxSeconds, lines }
  await writeFile(join(workFolder, captionName), writeAss([cue], size, fontSize))
  return [`ass=${captionName}:alpha=1`]
}

interface CaptionLayout {
  readonly lines: readonly string[]
  readonly fontSize: number
}

const minFontSize = 9
/** Fraction of the frame; the outline needs a margin. */
const usableWidth = 0.9
const usableHeight = 0.4
const lineHeight = 1.25
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes invisible characters that programs may act on.
const controls = /[\u0000-\u001f\u007f\u2028\u2029\ufeff]+/g

/** Breaks a caption into lines at the largest font size that fits the frame. */
export function layoutCaption(caption: string, { width, height }: Size): CaptionLayout {
  const text = caption.replace(controls, ' ').replace(/\s+/g, ' ').trim()
  if (text === '') return { lines: [], fontSize: minFontSize }
  const largest = Math.max(minFontSize, Math.round(Math.min(height * 0.12, width * 0.08)))
  for (let fontSize = largest; ; fontSize -= 1) {
    const lines = breakLines(text, (width * usableWidth) / fontSize)
    const fits = lines.length <= 3 && lines.length * fontSize * lineHeight <= height * usableHeight
    if (fits || fontSize <= minFontSize) return { lines, fontSize }
  }
}

/** Breaks between words; overlong words and scripts without spaces break anywhere. */
function breakLines(text: string, maxEms: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (emsOf(joined) <= maxEms) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const parts = breakWord(word, maxEms)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function breakWord(word: string, maxEms: number): readonly string[] {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`
    if (emsOf(longer) <= maxEms || parts.at(-1) === '') parts[parts.length - 1] = longer
    else parts.push(segment)
  }
  return parts
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

/** Approximate advance widths: capitals are wide, East Asian characters are square. */
function emsOf(text: string): number {
  let ems = 0
  for (const { segment } of graphemes.segment(text)) {
    if (wide.test(segment)) ems += 1
    else if (/[\p{Lu}mwMW@%]/u.test(segment)) ems += 0.72
    else ems += /[\s.,:;'!|iljtf]/.test(segment) ? 0.32 : 0.56
  }
  return ems
}
