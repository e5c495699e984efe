/** File name of a downloaded invoice. */
import { productName } from '@filesmith/contract/product-name'

export function invoiceFileName(invoice: { readonly number: string }): string {
  return `${productName}-invoice-${invoice.number}.pdf`
}
