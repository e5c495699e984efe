/** Writes invoices as PDF with pdfkit: one tagged page, the same bytes for the same invoice. */
import { buffer } from 'node:stream/consumers'
import { productName } from '@filesmith/contract/product-name'
import type { InvoiceWriter } from '../../ports/invoice-writer.ts'
import { describeInvoice } from './describe-invoice.ts'
import { drawInvoice } from './draw-invoice.ts'
import { openInvoiceFonts } from './invoice-fonts.ts'
import { createInvoiceSheet } from './invoice-sheet.ts'

export function createPdfkitInvoiceWriter(): InvoiceWriter {
  return {
    async write(invoice, { from, username, email, isTest }) {
      // Loaded when the first invoice is written, so that no process starts slower for it.
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
      drawInvoice(createInvoiceSheet(document, fonts), {
        words,
        from: shownFrom,
        // A name that no font here can show is left out rather than shown as boxes.
        billedTo: (await fonts.prepare(shownName)) ? [shownName, email] : [email],
        mark: isTest ? 'Test mode: no money moved' : undefined,
      })
      document.end()
      return bytes
    },
  }
}
