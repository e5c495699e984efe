/** Receipt email: amount, billing period and next renewal. The invoice is attached as a PDF. */
import { formatDay } from '@filesmith/contract/format-day'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import type { InvoiceRecord } from '../../ports/billing-store.ts'
import type { MailPage } from './mail-page.ts'

const intervalLabels = { month: 'monthly', year: 'yearly' } as const

/** `renewalDay` is null if the plan does not renew. */
export function describeReceipt(
  invoice: InvoiceRecord,
  renewalDay: string | null,
): Pick<MailPage, 'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'> {
  const plan = plans[invoice.plan].label
  const amount = formatPrice(invoice.amount)
  const price = formatPrice(invoice.price)
  const credit = invoice.price - invoice.amount
  const lastDay = formatDay(invoice.periodEnd)
  return {
    subject: `Your receipt for Filesmith ${plan}`,
    preview: `${invoice.amount > 0 ? `${amount} paid` : 'Nothing to pay'}. The invoice is attached.`,
    paragraphs: [
      invoice.amount > 0
        ? `Thank you. We received your payment of ${amount} for the ${plan} plan. The invoice is attached as a PDF.`
        : `You are on the ${plan} plan. There was nothing to pay because your credit covered the price. The invoice is attached as a PDF.`,
    ],
    items: [
      `Plan: ${plan}, ${intervalLabels[invoice.interval]}`,
      ...(credit > 0 ? [`Price: ${price}`, `Credit: -${formatPrice(credit)}`] : []),
      `Paid: ${amount}`,
      `Period: ${formatDay(invoice.periodStart)} to ${lastDay}`,
      `Invoice: ${invoice.number}`,
    ],
    afterwards: renewalDay
      ? `The plan renews on ${renewalDay} for ${price} a ${invoice.interval}. You can cancel at any time before then and keep the plan until that day.`
      : `The plan does not renew automatically. You keep it until ${lastDay}.`,
  }
}
