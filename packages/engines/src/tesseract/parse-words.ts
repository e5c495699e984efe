/** Tesseract's table of what it read, one row a word. */

export interface RecognisedWord {
  readonly text: string
  /** In pixels of the picture, from its upper left corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0 to 100. */
  readonly confidence: number
  /** Words of one line share it. */
  readonly line: string
}

const wordLevel = '5'

export function parseWords(table: string): RecognisedWord[] {
  return table
    .split('\n')
    .map(row => row.split('\t'))
    .filter(([level, , , , , , , , , , , text]) => level === wordLevel && text?.trim())
    .map(([, , block, paragraph, line, , left, top, width, height, confidence, text = '']) => ({
      text: text.trim(),
      x: Number(left),
      y: Number(top),
      width: Number(width),
      height: Number(height),
      confidence: Number(confidence),
      line: `${block}.${paragraph}.${line}`,
    }))
}
