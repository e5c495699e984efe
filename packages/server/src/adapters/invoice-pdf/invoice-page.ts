/** A page that text is written on, with line breaks and font fallback. */
import type { FontStyle } from './bundled-fonts.ts'
import type { InvoiceFonts } from './invoice-fonts.ts'
import type { TextRun } from './split-runs.ts'

/** Design tokens of the website, for a white background. */
export const colors = {
  ink: '#221c17',
  muted: '#5c544c',
  line: '#dad4cb',
  lineStrong: '#847a6f',
  ember: '#bc4300',
  glow: '#f2a65a',
  wash: '#fdeee1',
} as const

/** Horizontal bounds of the content of an A4 page, in points. */
export const pageBounds = { left: 56, right: 595.28 - 56, width: 595.28 - 2 * 56 } as const

export interface TextBox {
  readonly x: number
  /** Baseline of the first line. */
  readonly baseline: number
  readonly width: number
  readonly size: number
  readonly style?: FontStyle
  readonly color?: string
  readonly align?: 'left' | 'right'
  readonly lineHeight?: number
}

export interface InvoicePage {
  readonly document: PDFKit.PDFDocument
  /** Returns the baseline of the next line. */
  write(text: string, box: TextBox): number
}

export function createInvoicePage(document: PDFKit.PDFDocument, fonts: InvoiceFonts): InvoicePage {
  const widthOf = (runs: readonly TextRun[], size: number) =>
    runs.reduce((sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text), 0)

  /** Breaks between words if possible, otherwise inside one: an email address may be longer than a line. */
  function breakLines(text: string, { width, size, style = 'text' }: TextBox): string[] {
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
    write(text, box) {
      const { size, style = 'text', lineHeight = size * 1.5 } = box
      let baseline = box.baseline
      document.fillColor(box.color ?? colors.ink)
      for (const line of breakLines(text, box)) {
        const runs = fonts.runsOf(line, style)
        let x = box.x + (box.align === 'right' ? box.width - widthOf(runs, size) : 0)
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

/** Marks content as an artifact, which screen readers skip. */
export function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}
