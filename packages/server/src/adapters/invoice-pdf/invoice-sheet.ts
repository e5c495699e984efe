/** A sheet of paper to write on: lines of text in any letters, broken where a column ends. */
import type { FontStyle } from './bundled-fonts.ts'
import type { InvoiceFonts } from './invoice-fonts.ts'
import type { TextRun } from './split-runs.ts'

/** The site's tokens, on white paper. */
export const colors = {
  ink: '#221c17',
  muted: '#5c544c',
  line: '#dad4cb',
  lineStrong: '#847a6f',
  ember: '#bc4300',
  glow: '#f2a65a',
  wash: '#fdeee1',
} as const

/** What is written on keeps away from the edges of an A4 sheet; all in points. */
export const sides = { left: 56, right: 595.28 - 56, width: 595.28 - 2 * 56 } as const

export interface TextPlace {
  readonly x: number
  /** Where the first line stands. */
  readonly baseline: number
  readonly width: number
  readonly size: number
  readonly style?: FontStyle
  readonly color?: string
  readonly align?: 'left' | 'right'
  readonly lineHeight?: number
}

export interface InvoiceSheet {
  readonly document: PDFKit.PDFDocument
  /** Gives back where a next line would stand. */
  write(text: string, place: TextPlace): number
}

export function createInvoiceSheet(document: PDFKit.PDFDocument, fonts: InvoiceFonts): InvoiceSheet {
  const widthOf = (runs: readonly TextRun[], size: number) =>
    runs.reduce((sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text), 0)

  /** Between words where it can be, else inside one: an address without spaces may be long. */
  function breakLines(text: string, { width, size, style = 'text' }: TextPlace): string[] {
    const fits = (line: string) => widthOf(fonts.runsOf(line, style), size) <= width
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const character of word) {
        if (line !== '' && !fits(line + character)) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    return [...lines, line]
  }

  return {
    document,
    write(text, place) {
      const { size, style = 'text', lineHeight = size * 1.5 } = place
      let baseline = place.baseline
      document.fillColor(place.color ?? colors.ink)
      for (const line of breakLines(text, place)) {
        const runs = fonts.runsOf(line, style)
        let x = place.x + (place.align === 'right' ? place.width - widthOf(runs, size) : 0)
        for (const run of runs) {
          document.font(run.font).fontSize(size)
          document.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
          x += document.widthOfString(run.text)
        }
        baseline += lineHeight
      }
      return baseline
    },
  }
}

/** For the eye only: not read aloud. */
export function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}
