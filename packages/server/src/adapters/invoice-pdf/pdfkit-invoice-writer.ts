/** Renders an invoice as a PDF. */

import { buffer } from 'node:stream/consumers'
import { formatDay } from '@filesmith/contract/format-day'
import { currency, formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import type { InvoiceRecord } from '../../database/billing-records.ts'
import { drawLetterhead } from './draw-letterhead.ts'
import { openInvoiceFonts } from './invoice-fonts.ts'
import { colors, createInvoicePage, decorate, type InvoicePage, pageBounds } from './invoice-page.ts'

export interface InvoiceParties {
  /** The issuer's address lines, from the settings. */
  readonly from: readonly string[]
  readonly username: string
  readonly email: string
  readonly isTest: boolean
}

export interface InvoiceWriter {
  write(invoice: InvoiceRecord, parties: InvoiceParties): Promise<Buffer>
}

/** Writes invoices as PDF with pdfkit: one tagged page, byte-identical for the same invoice. */
export function createPdfkitInvoiceWriter(): InvoiceWriter {
  return {
    async write(invoice, { from, username, email, isTest }) {
      // Loaded with the first invoice, to keep process startup fast.
      const { default: PDFDocument } = await import('pdfkit')
      const words = describeInvoice(invoice)
      const document = new PDFDocument({
        size: 'A4',
        margin: 0,
        pdfVersion: '1.7',
        tagged: true,
        lang: 'en-US',
        displayTitle: true,
        info: {
          Title: words.title,
          Author: productName,
          Creator: productName,
          CreationDate: invoice.paidAt,
          ModDate: invoice.paidAt,
        },
      })
      const bytes = buffer(document)
      const fonts = await openInvoiceFonts(document)
      const shownFrom = from.map(line => line.normalize('NFC')).filter(line => line !== '')
      for (const line of [...shownFrom, email]) await fonts.prepare(line)
      const shownName = username.normalize('NFC')
      drawInvoicePage(createInvoicePage(document, fonts), {
        words,
        from: shownFrom,
        // A name that no font can show is omitted rather than shown as boxes.
        billedTo: (await fonts.prepare(shownName)) ? [shownName, email] : [email],
        banner: isTest ? 'Test mode: no money moved' : undefined,
      })
      document.end()
      return bytes
    },
  }
}

const { left, width, right } = pageBounds
const columnGap = 24
const columnWidth = (width - columnGap) / 2
const amountWidth = 110
const footerBaseline = 770

interface InvoiceContent {
  readonly words: InvoiceText
  readonly from: readonly string[]
  readonly billedTo: readonly string[]
  /** Banner at the top of the page. */
  readonly banner: string | undefined
}

/** Draws an invoice on one A4 page in the product's style, as tagged PDF for screen readers. */
function drawInvoicePage(page: InvoicePage, { words, from, billedTo, banner }: InvoiceContent): void {
  const { document } = page
  const root = document.struct('Document')
  document.addStructure(root)
  /** Content drawn by `draw` gets this structure tag. */
  const tag = (kind: string, draw: () => void, parent = root) => parent.add(document.struct(kind, {}, draw))

  drawLetterhead(page, tag)
  let y = 138
  if (banner !== undefined) {
    decorate(document, () => {
      document.rect(left, y - 16, width, 34).fill(colors.wash)
      document.rect(left, y - 16, 4, 34).fill(colors.ember)
    })
    const box = { x: left + 18, baseline: y + 5, width: width - 36, size: 11, style: 'strong' } as const
    tag('P', () => page.write(banner, box))
    y += 56
  }
  for (const [index, [label, value]] of words.facts.entries()) {
    const third = width / words.facts.length
    const box = { x: left + index * third, width: third - columnGap, size: 10.5 }
    tag('P', () => {
      page.write(label, { ...box, baseline: y, size: 9, color: colors.muted })
      page.write(value, { ...box, baseline: y + 16, style: 'strong' })
    })
  }
  y += 60
  const ends = [
    { heading: 'From', lines: from, x: left },
    { heading: 'Billed to', lines: billedTo, x: left + columnWidth + columnGap },
  ].map(({ heading, lines, x }) => {
    const box = { x, width: columnWidth, size: 10.5 }
    tag('H2', () => page.write(heading, { ...box, baseline: y, size: 9, color: colors.muted }))
    return lines.reduce((baseline, line, index) => {
      let next = baseline
      const style = index === 0 ? 'strong' : 'text'
      tag('P', () => {
        next = page.write(line, { ...box, baseline, style })
      })
      return next
    }, y + 16)
  })
  y = Math.max(...ends) + 30
  drawTable(page, words, y, root)
  decorate(document, () => rule(document, footerBaseline - 20, colors.line))
  const footer = { x: left, baseline: footerBaseline, width, size: 9, color: colors.muted }
  tag('P', () => page.write(words.notes.join(' '), footer))
  root.end()
}

function drawTable(
  page: InvoicePage,
  { lines, totals }: InvoiceText,
  top: number,
  root: PDFKit.PDFStructureElement,
): void {
  const { document } = page
  const table = document.struct('Table')
  root.add(table)
  let y = top
  const labelWidth = width - amountWidth
  const amountBox = { x: right - amountWidth, width: amountWidth, align: 'right' } as const

  function addRow(kind: 'TH' | 'TD', drawLabel: () => void, drawAmount: () => void): void {
    const row = document.struct('TR')
    table.add(row)
    row.add(document.struct(kind, {}, drawLabel)).add(document.struct(kind, {}, drawAmount))
    row.end()
  }
  function addLine(line: InvoiceLine, size: number, style: 'text' | 'strong' | 'heading'): void {
    let next = y
    addRow(
      'TD',
      () => {
        next = page.write(line.label, { x: left, baseline: y, width: labelWidth, size, style })
        if (line.detail === undefined) return
        const box = { x: left, baseline: next, width: labelWidth, size: 9.5, color: colors.muted }
        next = page.write(line.detail, box)
      },
      () => page.write(line.amount, { ...amountBox, baseline: y, size, style }),
    )
    y = next + 10
  }
  function addRule(color: string): void {
    decorate(document, () => rule(document, y - 12, color))
    y += 10
  }

  const heading = { baseline: y, size: 9, color: colors.muted }
  addRow(
    'TH',
    () => page.write('Description', { ...heading, x: left, width: labelWidth }),
    () => page.write('Amount', { ...heading, ...amountBox }),
  )
  y += 22
  addRule(colors.lineStrong)
  for (const line of lines) {
    addLine(line, 11, 'text')
    addRule(colors.line)
  }
  y += 6
  for (const total of totals.slice(0, -1)) addLine(total, 11, 'text')
  if (totals.length > 1) y += 8
  for (const total of totals.slice(-1)) addLine(total, 15, 'heading')
  table.end()
}

function rule(document: PDFKit.PDFDocument, y: number, color: string): void {
  document.moveTo(left, y).lineTo(right, y).lineWidth(0.75).stroke(color)
}

interface InvoiceLine {
  readonly label: string
  readonly detail?: string
  readonly amount: string
}

interface InvoiceText {
  readonly title: string
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly lines: readonly InvoiceLine[]
  /** The last one is emphasized. */
  readonly totals: readonly InvoiceLine[]
  readonly notes: readonly string[]
}

const intervalWords = { month: 'monthly', year: 'yearly' } as const

/** Texts of an invoice, independent of layout. */
export function describeInvoice(invoice: InvoiceRecord): InvoiceText {
  const paidOn = formatDay(invoice.paidAt)
  const credit = invoice.price - invoice.amount
  return {
    title: `Invoice ${invoice.number}`,
    facts: [
      ['Invoice number', invoice.number],
      ['Date of issue', paidOn],
      ['Date of payment', paidOn],
    ],
    lines: [
      {
        label: `${plans[invoice.plan].label} plan, ${intervalWords[invoice.interval]}`,
        detail: `${formatDay(invoice.periodStart)} to ${formatDay(invoice.periodEnd)}`,
        amount: formatPrice(invoice.price),
      },
      ...(credit > 0 ? [{ label: 'Credit for unused time', amount: formatDeduction(credit) }] : []),
    ],
    totals: describeTotals(invoice),
    notes: [
      `All amounts are in US dollars (${currency.toUpperCase()}).`,
      invoice.amount > 0 ? `Paid on ${paidOn}. Nothing is due.` : 'Covered by credit. Nothing is due.',
    ],
  }
}

function describeTotals({ amount, refunded }: InvoiceRecord): InvoiceLine[] {
  const paid = { label: 'Total paid', amount: formatPrice(amount) }
  if (refunded === 0) return [paid]
  return [
    paid,
    { label: 'Refunded', amount: formatDeduction(refunded) },
    { label: 'Paid after refund', amount: formatPrice(amount - refunded) },
  ]
}

/** With U+2212, the minus sign aligned with figures. */
function formatDeduction(cents: number): string {
  return `\u2212${formatPrice(cents)}`
}
