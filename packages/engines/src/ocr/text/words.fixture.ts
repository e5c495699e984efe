import type { OcrWord } from './ocr-page.ts'

/** Words of a line on a grid of letters six points wide. */
export function lineOf(text: string, row: number, column = 0, confidence = 90): OcrWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: 60 + 6 * (column + index),
    right: 60 + 6 * (column + index + word.length) - 1,
    top: 60 + 14 * row,
    bottom: 71 + 14 * row,
    baseline: 70 + 14 * row,
    size: 10,
    confidence,
    line: `${row}.${column}`,
  }))
}
