/** Draws an invoice as a PDF. */
import type { InvoiceRecord } from './billing-store.ts'

export interface InvoiceParties {
  /** Who issues it: the operator's lines, as the settings name them. */
  readonly from: readonly string[]
  readonly username: string
  readonly email: string
  readonly isTest: boolean
}

export interface InvoiceWriter {
  write(invoice: InvoiceRecord, parties: InvoiceParties): Promise<Buffer>
}
