/** Renders an invoice as a PDF. */

import { buffer } from 'node:stream/consumers'
import { productName } from '@filesmith/contract/product-name'
import type { InvoiceRecord } from '../../database/billing-records.ts'
import { describeInvoice } from './describe-invoice.ts'
import { drawInvoicePage } from './draw-invoice-page.ts'
import { openInvoiceFonts } from './invoice-fonts.ts'
import { createInvoicePage } from './invoice-page.ts'

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
