/** Breaks a caption into lines with the largest font size that fits, by the same rules as the server engine. */
import type { ImageSize } from '../gif-metrics.ts'

export interface CaptionLayout {
  readonly lines: readonly string[]
  readonly fontPx: number
}

const minFontPx = 9
const usableWidth = 0.9
const usableHeight = 0.4
const lineHeight = 1.25
const maxLines = 3

export function layoutCaption(
  caption: string,
  { width, height }: ImageSize,
  widthOf: (text: string, fontPx: number) => number,
): CaptionLayout {
  const words = caption.split(/\s+/).filter(Boolean)
  const maxFontPx = Math.max(minFontPx, Math.round(Math.min(height * 0.12, width * 0.08)))
  for (let fontPx = maxFontPx; ; fontPx -= 1) {
    const lines = breakLines(words, width * usableWidth, text => widthOf(text, fontPx))
    const fits = lines.length <= maxLines && lines.length * fontPx * lineHeight <= height * usableHeight
    if (fits || fontPx <= minFontPx) return { lines, fontPx }
  }
}

/** Breaks between words; a word wider than the line breaks anywhere. */
function breakLines(words: readonly string[], maxWidth: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const joined = line === '' ? word : `${line} ${word}`
    if (widthOf(joined) <= maxWidth) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && widthOf(line + segment) > maxWidth) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
