/** What an invoice is called when it is saved as a file. */
import { productName } from '@filesmith/contract/product-name'

export function invoiceFileName(invoice: { readonly number: string }): string {
  return `${productName}-invoice-${invoice.number}.pdf`
}
