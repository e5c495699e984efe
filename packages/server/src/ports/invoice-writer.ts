/** Renders an invoice as a PDF. */
import type { InvoiceRecord } from './billing-store.ts'

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
