/** Breaks a caption into lines that fit, in letters as large as there is room for: by the same rules as the engine. */
import type { ImageSize } from '../gif-figures.ts'

export interface SetCaption {
  readonly lines: readonly string[]
  readonly fontPx: number
}

const smallestPx = 9
const usableWidth = 0.9
const usableHeight = 0.4
const lineHeight = 1.25
const maxLines = 3

export function setCaption(
  caption: string,
  { width, height }: ImageSize,
  widthOf: (text: string, fontPx: number) => number,
): SetCaption {
  const words = caption.split(/\s+/).filter(Boolean)
  const largest = Math.max(smallestPx, Math.round(Math.min(height * 0.12, width * 0.08)))
  for (let fontPx = largest; ; fontPx -= 1) {
    const lines = breakLines(words, width * usableWidth, text => widthOf(text, fontPx))
    const fits = lines.length <= maxLines && lines.length * fontPx * lineHeight <= height * usableHeight
    if (fits || fontPx <= smallestPx) return { lines, fontPx }
  }
}

/** Between words; one that is wider than the room, and text without spaces, breaks anywhere. */
function breakLines(words: readonly string[], room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const joined = line === '' ? word : `${line} ${word}`
    if (widthOf(joined) <= room) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && widthOf(line + segment) > room) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
