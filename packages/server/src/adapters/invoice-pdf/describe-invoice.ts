/** Texts of an invoice, independent of layout. */
import { formatDay } from '@filesmith/contract/format-day'
import { currency, formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { InvoiceRecord } from '../../database/billing-records.ts'

export interface InvoiceLine {
  readonly label: string
  readonly detail?: string
  readonly amount: string
}

export interface InvoiceText {
  readonly title: string
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly lines: readonly InvoiceLine[]
  /** The last one is emphasized. */
  readonly totals: readonly InvoiceLine[]
  readonly notes: readonly string[]
}

const intervalWords = { month: 'monthly', year: 'yearly' } as const

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
