import { expect, test } from 'vitest'
import { paidInvoice } from '../../ports/paid-invoice.fixture.ts'
import { type BillingMailEvent, composeBilling } from './billing-mails.ts'
import type { MailPage } from './mail-page.ts'

const facts = {
  plan: 'basic',
  amount: 499,
  date: new Date('2026-12-15T10:00:00Z'),
  isTest: false,
  isFreeNow: false,
} as const

const compose = (news: BillingMailEvent): MailPage =>
  composeBilling(news, 'anna', 'https://files.example.org')
const receipt = (
  changes: Partial<typeof paidInvoice> = {},
  news: { date?: Date | null; isTest?: boolean } = {},
) => compose({ ...facts, ...news, notice: 'receipt', invoice: { ...paidInvoice, ...changes } })

test('FMT-04 a receipt names plan, interval, amount, period and what comes next', () => {
  const page = receipt()
  expect(page.subject).toBe('Your receipt for Filesmith Basic')
  expect(page.paragraphs.join(' ')).toContain('your payment of $4.99 for the Basic plan has arrived')
  expect(page.items).toEqual([
    'Plan: Basic, monthly',
    'Paid: $4.99',
    'Period: November 15, 2026 to December 15, 2026',
    'Invoice: FS-2026-000042',
  ])
  expect(page.afterwards).toContain('renews on December 15, 2026 for $4.99 a month')
  expect(page.action?.url).toBe('https://files.example.org/profile?section=subscription')
})

test('a receipt for a change of plan tells the price, the credit and what was left to pay', () => {
  const page = receipt({ plan: 'pro', interval: 'year', price: 9590, amount: 9310 })
  expect(page.subject).toBe('Your receipt for Filesmith Pro')
  expect(page.items).toEqual(
    expect.arrayContaining(['Plan: Pro, yearly', 'Price: $95.90', 'Credit: -$2.80', 'Paid: $93.10']),
  )
  expect(page.afterwards).toContain('for $95.90 a year')
})

test('a receipt for which nothing had to be paid does not thank for a payment', () => {
  const page = receipt({ amount: 0 })
  expect(page.paragraphs.join(' ')).toContain('There was nothing to pay, because your credit covered it.')
  expect(page.paragraphs.join(' ')).not.toMatch(/thank|payment/i)
  expect(page.preview).toBe('Nothing to pay. The invoice is attached.')
})

test('a receipt for a plan that does not renew says until when it is paid', () => {
  expect(receipt({}, { date: null }).afterwards).toBe(
    'The plan does not renew by itself. You keep it until December 15, 2026.',
  )
})

test('a payment that did not go through says how much, until when the plan goes on, and where to look', () => {
  const page = compose({ ...facts, notice: 'payment-failed' })
  expect(page.subject).toBe('Your payment for Filesmith Basic did not go through')
  const words = page.paragraphs.join(' ')
  expect(words).toContain('could not take $4.99 for your Basic plan')
  expect(words).toContain('goes on as it is until December 15, 2026')
  expect(page.action).toMatchObject({
    label: 'Manage billing',
    url: 'https://files.example.org/profile?section=subscription',
  })
})

test('SUB-09 a cancelled plan is kept until the day the mail names', () => {
  const page = compose({ ...facts, notice: 'plan-cancelled' })
  expect(page.subject).toBe('Your Filesmith Basic plan is cancelled')
  expect(page.paragraphs.join(' ')).toContain(
    'You keep everything it includes until December 15, 2026. Then your account goes on with the Free plan.',
  )
})

test('SUB-09 a plan that has ended says what Free means and leads to the plans', () => {
  const page = compose({ ...facts, plan: 'pro', notice: 'plan-ended' })
  expect(page.paragraphs[0]).toContain(
    'Your Pro plan ended on December 15, 2026, and nothing more is charged.',
  )
  expect(page.items).toEqual([
    'fewer conversions a day, and one at a time',
    'files as large as each tool states',
    'new results are kept for 24 hours',
    'pages show advertising',
  ])
  expect(page.action?.url).toBe('https://files.example.org/premium/plans')
})

test.each([
  [true, 2],
  [false, 1],
])(
  'returned money says how much, and that the account is on Free only when it is (%s)',
  (isFreeNow, count) => {
    const { paragraphs } = compose({ ...facts, isFreeNow, notice: 'money-returned' })
    expect(paragraphs[0]).toContain('We returned $4.99 that you paid for the Basic plan')
    expect(paragraphs).toHaveLength(count)
    expect(paragraphs.some(words => words.includes('on the Free plan now'))).toBe(isFreeNow)
  },
)

test('PAY-09 in test mode subject and first line say that no money moved; otherwise neither does', () => {
  const news: BillingMailEvent[] = [
    { ...facts, notice: 'receipt', invoice: paidInvoice },
    { ...facts, notice: 'payment-failed' },
    { ...facts, notice: 'plan-cancelled' },
    { ...facts, notice: 'plan-ended' },
    { ...facts, notice: 'money-returned' },
  ]
  for (const real of news) {
    const page = compose({ ...real, isTest: true })
    expect(page.subject).toBe(`Test mode: ${compose(real).subject}`)
    expect(page.paragraphs[0]).toBe('This mail is about a test payment: no money moved.')
    expect(compose(real).paragraphs.join(' ')).not.toMatch(/test|no money/i)
  }
})
