/** Header of an invoice: brand mark, product name and title above the ruler. */
import { productName } from '@filesmith/contract/product-name'
import { colors, decorate, type InvoicePage, pageBounds } from './invoice-page.ts'

const { left, width } = pageBounds

export function drawLetterhead(page: InvoicePage, tag: (kind: string, draw: () => void) => void): void {
  const { document } = page
  decorate(document, () => {
    drawBrandMark(document, left, 50)
    drawRuler(document, 98)
  })
  const box = { x: left, baseline: 73, width, style: 'heading' } as const
  tag('P', () => page.write(productName, { ...box, x: left + 40, size: 18 }))
  tag('H1', () => page.write('Invoice', { ...box, size: 26, align: 'right' }))
}

/** Decorative ruler as on the website, with a longer tick at every fifth step. */
function drawRuler(document: PDFKit.PDFDocument, top: number): void {
  const stepCount = 60
  for (let step = 0; step <= stepCount; step += 1) {
    const x = left + (step * width) / stepCount
    const isLong = step % 5 === 0
    document.moveTo(x, top).lineTo(x, top + (isLong ? 7 : 3.5))
    document.lineWidth(0.75).stroke(isLong ? colors.lineStrong : colors.line)
  }
}

/** The logo: a glowing file on an anvil. */
function drawBrandMark(document: PDFKit.PDFDocument, x: number, y: number): void {
  const anvil =
    'M2 14.5h28v2.9c-3.8.2-6.6 1.9-7.6 4.7v1.6c0 1.7 1.2 2.9 3.4 3.6V30H9.8v-2.7c2.2-.7 3.4-1.9 3.4-3.6v-1.9C7.4 21.4 3.5 19 2 14.5Z'
  document.save().translate(x - 2, y)
  document.path(anvil).fill(colors.ink)
  document.path('M10 2h7.5L22 6.5v5.8H10Z').fill(colors.ember)
  document.path('M17.5 2 22 6.5h-4.5Z').fill(colors.glow)
  document.restore()
}
