/** Mails about payments and plans. */
import { formatDay } from '@filesmith/contract/format-day'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { type OfferedPlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { InvoiceRecord } from '../../database/billing-records.ts'
import type { BillingNotice } from '../../ports/mail.ts'
import type { MailPage } from './render-mail.ts'

interface PlanMailEvent {
  readonly plan: OfferedPlanId
  /** In cents. */
  readonly amount: number
  readonly date: Date | null
  /** A test payment: nothing was charged. */
  readonly isTest: boolean
  /** Whether the account has no paid plan left. */
  readonly isFreeNow: boolean
}

export type BillingMailEvent =
  | (PlanMailEvent & { readonly notice: Exclude<BillingNotice, 'receipt'> })
  | (PlanMailEvent & { readonly notice: 'receipt'; readonly invoice: InvoiceRecord })

type BillingMailTexts = Pick<MailPage, 'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'> & {
  readonly action: { readonly label: string; readonly path: string }
}

const subscription = `${paths.profile}?section=subscription`

/** Billing emails: receipts, failed payments, cancellation, end of a plan and refunds. */
export function composeBilling(event: BillingMailEvent, username: string, siteUrl: string): MailPage {
  const { action, subject, paragraphs, ...texts } = describe(event)
  return {
    ...texts,
    subject: event.isTest ? `Test mode: ${subject}` : subject,
    paragraphs: event.isTest
      ? ['This email is about a test payment. No money was charged.', ...paragraphs]
      : paragraphs,
    username,
    siteUrl,
    action: { label: action.label, url: `${siteUrl}${action.path}` },
    reason: 'You receive this email because you have a paid plan.',
  }
}

function describe(event: BillingMailEvent): BillingMailTexts {
  const plan = plans[event.plan].label
  const amount = formatPrice(event.amount)
  const day = event.date && formatDay(event.date)
  switch (event.notice) {
    case 'receipt':
      return {
        ...describeReceipt(event.invoice, day),
        action: { label: 'View subscription', path: subscription },
      }
    case 'payment-failed':
      return paymentFailed(plan, amount, day)
    case 'plan-cancelled':
      return planCanceled(plan, day)
    case 'plan-ended':
      return planEnded(plan, day)
    case 'money-returned':
      return moneyRefunded(plan, amount, event.isFreeNow)
  }
}

function paymentFailed(plan: string, amount: string, day: string | null): BillingMailTexts {
  return {
    subject: `Your payment for Filesmith ${plan} failed`,
    preview: day ? `Your plan stays active until ${day}.` : 'Please update your card.',
    paragraphs: [
      `We could not charge ${amount} for your ${plan} plan. The most common reasons are an expired card or a decline by the bank.`,
      day
        ? `Your plan stays active until ${day}. Please update your card before then; otherwise your account moves to the Free plan.`
        : 'Please update your card; otherwise your account moves to the Free plan.',
    ],
    action: { label: 'Manage billing', path: subscription },
    afterwards: 'If you have already paid, you can ignore this email.',
  }
}

function planCanceled(plan: string, day: string | null): BillingMailTexts {
  return {
    subject: `Your Filesmith ${plan} plan is canceled`,
    preview: day ? `You keep it until ${day}.` : 'You will not be charged again.',
    paragraphs: [
      `Your ${plan} plan is canceled, and you will not be charged again.`,
      `You keep everything it includes until ${day ?? 'the end of the period you paid for'}. Your account then moves to the Free plan.`,
    ],
    action: { label: 'View subscription', path: subscription },
    afterwards: 'If you change your mind before then, you can resume the plan there at no extra charge.',
  }
}

function planEnded(plan: string, day: string | null): BillingMailTexts {
  return {
    subject: `Your Filesmith ${plan} plan has ended`,
    preview: 'Your account is now on the Free plan.',
    paragraphs: [
      `Your ${plan} plan ended${day ? ` on ${day}` : ''}, and you will not be charged again. Your account is now on the Free plan, which means:`,
    ],
    items: [
      `fewer conversions per day, and ${plans.free.concurrentJobs === 1 ? 'one' : plans.free.concurrentJobs} at a time`,
      'the standard file size limit of each tool',
      `new results are kept for ${plans.free.storageHours} hours`,
      'ads on the pages',
    ],
    action: { label: 'View plans', path: paths.plans },
    afterwards:
      'Your account stays open, and your existing results are kept until their original expiry date.',
  }
}

function moneyRefunded(plan: string, amount: string, isFreeNow: boolean): BillingMailTexts {
  return {
    subject: `Your refund for Filesmith ${plan}`,
    preview: `We refunded ${amount}.`,
    paragraphs: [
      `We refunded ${amount} for the ${plan} plan to the card you paid with. It can take 5 to 10 days to appear on your statement.`,
      ...(isFreeNow ? ['Your account is now on the Free plan, and you will not be charged again.'] : []),
    ],
    action: { label: 'View subscription', path: subscription },
  }
}

const intervalLabels = { month: 'monthly', year: 'yearly' } as const

/** `renewalDay` is null if the plan does not renew. */
function describeReceipt(
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
