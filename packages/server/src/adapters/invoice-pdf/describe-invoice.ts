/** What stands on an invoice, in words, before anything is drawn. */
import { formatDay } from '@filesmith/contract/format-day'
import { currency, formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { InvoiceRecord } from '../../ports/billing-store.ts'

export interface InvoiceLine {
  readonly label: string
  readonly detail?: string
  readonly amount: string
}

export interface InvoiceWords {
  readonly title: string
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly lines: readonly InvoiceLine[]
  /** The last of them is what counts. */
  readonly totals: readonly InvoiceLine[]
  readonly notes: readonly string[]
}

const intervalWords = { month: 'monthly', year: 'yearly' } as const

export function describeInvoice(invoice: InvoiceRecord): InvoiceWords {
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
      ...(credit > 0 ? [{ label: 'Credit for unused time', amount: takenOff(credit) }] : []),
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
    { label: 'Refunded', amount: takenOff(refunded) },
    { label: 'Paid after refund', amount: formatPrice(amount - refunded) },
  ]
}

/** With a real minus, which stands as high as the figures. */
function takenOff(cents: number): string {
  return `\u2212${formatPrice(cents)}`
}
