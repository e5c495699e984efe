/** Billing emails: receipts, failed payments, cancellation, end of a plan and refunds. */
import { formatDay } from '@filesmith/contract/format-day'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { InvoiceRecord } from '../../ports/billing-store.ts'
import type { BillingNotice } from '../../ports/mail.ts'
import { describeReceipt } from './describe-receipt.ts'
import type { MailPage } from './mail-page.ts'

interface PlanMailEvent {
  readonly plan: PlanId
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

export type BillingMailTexts = Pick<
  MailPage,
  'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'
> & {
  readonly action: { readonly label: string; readonly path: string }
}

const subscription = `${paths.profile}?section=subscription`

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
    action: { label: action.label, url: new URL(action.path, siteUrl).href },
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
