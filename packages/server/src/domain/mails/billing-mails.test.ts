import { expect, test } from 'vitest'
import { paidInvoice } from '../../database/paid-invoice.fixture.ts'
import { type BillingMailEvent, composeBilling } from './billing-mails.ts'
import type { MailPage } from './render-mail.ts'

const facts = {
  plan: 'basic',
  amount: 499,
  date: new Date('2026-12-15T10:00:00Z'),
  isTest: false,
  isFreeNow: false,
} as const

const compose = (event: BillingMailEvent): MailPage =>
  composeBilling(event, 'anna', 'https://files.example.org')
const receipt = (
  changes: Partial<typeof paidInvoice> = {},
  event: { date?: Date | null; isTest?: boolean } = {},
) => compose({ ...facts, ...event, notice: 'receipt', invoice: { ...paidInvoice, ...changes } })

test('FMT-04 composeBilling: a receipt shows plan, interval, amount, period and next renewal', () => {
  const page = receipt()
  expect(page.subject).toBe('Your receipt for Filesmith Basic')
  expect(page.paragraphs.join(' ')).toContain('We received your payment of $4.99 for the Basic plan')
  expect(page.items).toEqual([
    'Plan: Basic, monthly',
    'Paid: $4.99',
    'Period: November 15, 2026 to December 15, 2026',
    'Invoice: FS-2026-000042',
  ])
  expect(page.afterwards).toContain('renews on December 15, 2026 for $4.99 a month')
  expect(page.action?.url).toBe('https://files.example.org/profile?section=subscription')
})

test('composeBilling: a receipt for a plan change shows price, credit and amount paid', () => {
  const page = receipt({ plan: 'pro', interval: 'year', price: 9590, amount: 9310 })
  expect(page.subject).toBe('Your receipt for Filesmith Pro')
  expect(page.items).toEqual(
    expect.arrayContaining(['Plan: Pro, yearly', 'Price: $95.90', 'Credit: -$2.80', 'Paid: $93.10']),
  )
  expect(page.afterwards).toContain('for $95.90 a year')
})

test('composeBilling: a receipt covered by credit does not mention a payment', () => {
  const page = receipt({ amount: 0 })
  expect(page.paragraphs.join(' ')).toContain(
    'There was nothing to pay because your credit covered the price.',
  )
  expect(page.paragraphs.join(' ')).not.toMatch(/thank|payment/i)
  expect(page.preview).toBe('Nothing to pay. The invoice is attached.')
})

test('composeBilling: a receipt for a non-renewing plan shows its last day', () => {
  expect(receipt({}, { date: null }).afterwards).toBe(
    'The plan does not renew automatically. You keep it until December 15, 2026.',
  )
})

test('composeBilling: a failed payment shows the amount, the end of the grace period and a billing link', () => {
  const page = compose({ ...facts, notice: 'payment-failed' })
  expect(page.subject).toBe('Your payment for Filesmith Basic failed')
  const text = page.paragraphs.join(' ')
  expect(text).toContain('could not charge $4.99 for your Basic plan')
  expect(text).toContain('stays active until December 15, 2026')
  expect(page.action).toMatchObject({
    label: 'Manage billing',
    url: 'https://files.example.org/profile?section=subscription',
  })
})

test('SUB-09 composeBilling: a canceled plan is kept until the date in the email', () => {
  const page = compose({ ...facts, notice: 'plan-cancelled' })
  expect(page.subject).toBe('Your Filesmith Basic plan is canceled')
  expect(page.paragraphs.join(' ')).toContain(
    'You keep everything it includes until December 15, 2026. Your account then moves to the Free plan.',
  )
})

test('SUB-09 composeBilling: the end of a plan lists the Free limits and links to the plans', () => {
  const page = compose({ ...facts, plan: 'pro', notice: 'plan-ended' })
  expect(page.paragraphs[0]).toContain(
    'Your Pro plan ended on December 15, 2026, and you will not be charged again.',
  )
  expect(page.items).toEqual([
    'fewer conversions per day, and one at a time',
    'the standard file size limit of each tool',
    'new results are kept for 24 hours',
    'ads on the pages',
  ])
  expect(page.action?.url).toBe('https://files.example.org/premium/plans')
})

test.each([
  [true, 2],
  [false, 1],
])(
  'composeBilling: a refund shows the amount, and the move to Free only if it happened (%s)',
  (isFreeNow, count) => {
    const { paragraphs } = compose({ ...facts, isFreeNow, notice: 'money-returned' })
    expect(paragraphs[0]).toContain('We refunded $4.99 for the Basic plan')
    expect(paragraphs).toHaveLength(count)
    expect(paragraphs.some(text => text.includes('now on the Free plan'))).toBe(isFreeNow)
  },
)

test('PAY-09 composeBilling: subject and first line mention test mode, only in test mode', () => {
  const events: BillingMailEvent[] = [
    { ...facts, notice: 'receipt', invoice: paidInvoice },
    { ...facts, notice: 'payment-failed' },
    { ...facts, notice: 'plan-cancelled' },
    { ...facts, notice: 'plan-ended' },
    { ...facts, notice: 'money-returned' },
  ]
  for (const real of events) {
    const page = compose({ ...real, isTest: true })
    expect(page.subject).toBe(`Test mode: ${compose(real).subject}`)
    expect(page.paragraphs[0]).toBe('This email is about a test payment. No money was charged.')
    expect(compose(real).paragraphs.join(' ')).not.toMatch(/test|no money/i)
  }
})
