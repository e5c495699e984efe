/** News about a paid plan: what was paid or returned, what did not go through, until when the plan holds. */
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
  /** No money moved. */
  readonly isTest: boolean
  /** The account has no paid plan any more. */
  readonly isFreeNow: boolean
}

export type BillingMailEvent =
  | (PlanMailEvent & { readonly notice: Exclude<BillingNotice, 'receipt'> })
  | (PlanMailEvent & { readonly notice: 'receipt'; readonly invoice: InvoiceRecord })

export type BillingWords = Pick<MailPage, 'subject' | 'preview' | 'paragraphs' | 'items' | 'afterwards'> & {
  readonly action: { readonly label: string; readonly path: string }
}

const subscription = `${paths.profile}?section=subscription`

export function composeBilling(news: BillingMailEvent, username: string, siteUrl: string): MailPage {
  const { action, subject, paragraphs, ...words } = describe(news)
  return {
    ...words,
    subject: news.isTest ? `Test mode: ${subject}` : subject,
    paragraphs: news.isTest
      ? ['This mail is about a test payment: no money moved.', ...paragraphs]
      : paragraphs,
    username,
    siteUrl,
    action: { label: action.label, url: new URL(action.path, siteUrl).href },
    reason: 'You get this mail because it is about a plan that you pay for.',
  }
}

function describe(news: BillingMailEvent): BillingWords {
  const plan = plans[news.plan].label
  const amount = formatPrice(news.amount)
  const day = news.date && formatDay(news.date)
  switch (news.notice) {
    case 'receipt':
      return {
        ...describeReceipt(news.invoice, day),
        action: { label: 'See your subscription', path: subscription },
      }
    case 'payment-failed':
      return paymentFailed(plan, amount, day)
    case 'plan-cancelled':
      return planCanceled(plan, day)
    case 'plan-ended':
      return planEnded(plan, day)
    case 'money-returned':
      return moneyReturned(plan, amount, news.isFreeNow)
  }
}

function paymentFailed(plan: string, amount: string, day: string | null): BillingWords {
  return {
    subject: `Your payment for Filesmith ${plan} did not go through`,
    preview: day ? `Your plan goes on until ${day}.` : 'Please have a look at your card.',
    paragraphs: [
      `We could not take ${amount} for your ${plan} plan. Most often a card has expired, or the bank said no.`,
      day
        ? `Your plan goes on as it is until ${day}. Please have a look at your card before that day; otherwise your account then goes on with the Free plan.`
        : 'Please have a look at your card; otherwise your account goes on with the Free plan.',
    ],
    action: { label: 'Manage billing', path: subscription },
    afterwards: 'If you have settled it already, there is nothing to do.',
  }
}

function planCanceled(plan: string, day: string | null): BillingWords {
  return {
    subject: `Your Filesmith ${plan} plan is cancelled`,
    preview: day ? `You keep it until ${day}.` : 'Nothing more is charged.',
    paragraphs: [
      `Your ${plan} plan is cancelled, and nothing more is charged.`,
      `You keep everything it includes until ${day ?? 'the time you paid for is over'}. Then your account goes on with the Free plan.`,
    ],
    action: { label: 'See your subscription', path: subscription },
    afterwards:
      'If you change your mind before that, you can resume the plan there without paying again now.',
  }
}

function planEnded(plan: string, day: string | null): BillingWords {
  return {
    subject: `Your Filesmith ${plan} plan has ended`,
    preview: 'Your account goes on with the Free plan.',
    paragraphs: [
      `Your ${plan} plan ended${day ? ` on ${day}` : ''}, and nothing more is charged. Your account goes on with the Free plan. That means:`,
    ],
    items: [
      `fewer conversions a day, and ${plans.free.concurrentJobs === 1 ? 'one' : plans.free.concurrentJobs} at a time`,
      'files as large as each tool states',
      `new results are kept for ${plans.free.storageHours} hours`,
      'pages show advertising',
    ],
    action: { label: 'See the plans', path: paths.plans },
    afterwards:
      'Your account stays, and what you converted before is kept for as long as it was promised then.',
  }
}

function moneyReturned(plan: string, amount: string, isFreeNow: boolean): BillingWords {
  return {
    subject: `Your money for Filesmith ${plan} is on its way back`,
    preview: `We returned ${amount}.`,
    paragraphs: [
      `We returned ${amount} that you paid for the ${plan} plan, to the card you paid with. Until your bank shows it, 5 to 10 days can pass.`,
      ...(isFreeNow ? ['Your account is on the Free plan now, and nothing more is charged.'] : []),
    ],
    action: { label: 'See your subscription', path: subscription },
  }
}
