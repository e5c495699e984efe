import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
  ago,
  answers,
  callsTo,
  press,
  refuse,
  showSection,
  standInForServer,
} from '../profile.test-support.tsx'
import {
  invoice,
  localDate,
  moneyBackUntil,
  planBlock,
  showSubscription,
  stubBilling,
  stubPaidPlan,
  yesterday,
} from './subscription.test-support.tsx'

standInForServer()

const daySeconds = 24 * 60 * 60
const rows = () => within(screen.getByRole('region', { name: 'Invoices' })).getAllByRole('row')
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(cell => cell.textContent?.trim())

test('FMT-04 InvoicesBlock: shows number, date, plan, amount, status and a PDF link', async () => {
  const yearly = {
    ...invoice,
    id: 'i2',
    number: 'FS-2026-0002',
    plan: 'pro',
    interval: 'year',
    amount: 9590,
  } as const
  stubPaidPlan({}, { invoices: [yearly, invoice] })
  await showSubscription()
  const [head, first, second, ...others] = rows()
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Number', 'Date', 'Plan', 'Amount', 'Status', 'PDF'])
  const day = localDate(invoice.paidAt, 'medium')
  expect(cellsOf(first)).toEqual(['FS-2026-0002', day, 'Pro, yearly', '$95.90', 'Paid', 'PDF'])
  expect(cellsOf(second)).toEqual(['FS-2026-0001', day, 'Basic, monthly', '$4.99', 'Paid', 'PDF'])
  expect(others).toEqual([])
  const link = screen.getByRole('link', { name: 'Download invoice FS-2026-0001 as PDF' })
  expect(link.getAttribute('href')).toBe('/api/invoices/i1/pdf')
  expect(link.hasAttribute('download')).toBe(true)
})

test.each([
  ['refunded', 499, 'Refunded'],
  ['partly-refunded', 120, 'Partly refunded$1.20 refunded'],
  ['disputed', 0, 'Disputed'],
] as const)('InvoicesBlock: shows the status of a %s invoice', async (status, refunded, text) => {
  stubPaidPlan({}, { invoices: [{ ...invoice, status, refunded }] })
  await showSubscription()
  expect(cellsOf(rows()[1])[4]).toBe(text)
})

test('InvoicesBlock: has an empty state', async () => {
  stubPaidPlan()
  await showSubscription()
  expect(screen.getByText('No invoices yet.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('BillingBlocks: hides invoices without a payment provider and invoices', async () => {
  answers['GET /api/subscription'] = () =>
    Response.json({ provider: null, subscription: null, credit: 0, invoices: [] })
  showSection('subscription')
  await waitFor(() => expect(screen.queryByText('Loading billing...')).toBeNull())
  expect(screen.queryByText('Invoices')).toBeNull()
  expect(screen.queryByText('Could not load your billing.')).toBeNull()
})

test('BillingBlocks: shows the plan while billing is loading', () => {
  answers['GET /api/subscription'] = () => new Promise(() => undefined)
  showSection('subscription')
  expect(screen.getByText('Loading billing...').role).toBe('status')
  expect(within(planBlock()).getByText('Free plan')).toBeTruthy()
})

test('BillingBlocks: a load failure is shown and can be retried', async () => {
  stubPaidPlan()
  answers['GET /api/subscription'] = refuse(500, 'internal', 'Broken.')
  showSection('subscription')
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load your billing.')
  stubPaidPlan({}, { invoices: [invoice] })
  await act(async () => press('Try again'))
  expect(await screen.findByText('FS-2026-0001')).toBeTruthy()
  expect(screen.queryByText('Could not load your billing.')).toBeNull()
})

const earlier = { ...invoice, id: 'i0', number: 'FS-2026-0000', paidAt: ago(90 * daySeconds) }
const within14Days = { moneyBackUntil }
const paidNow = { ...invoice, paidAt: ago(9 * daySeconds) }

test('MoneyBackBlock: within 14 days refunds all payments after confirmation', async () => {
  stubPaidPlan(within14Days, { invoices: [paidNow, earlier] })
  await showSubscription()
  const block = screen.getByRole('region', { name: 'Money-back guarantee' })
  expect(block.textContent).toContain(
    `Not what you were looking for? You can get a full refund until ${localDate(moneyBackUntil)}.`,
  )
  press('Request refund')
  const dialog = screen.getByRole('dialog', { name: 'Refund this plan?' })
  expect(dialog.textContent).toContain(
    'We refund $4.99 to your card and you move to the Free plan immediately. Only one refund per account.',
  )
  expect(callsTo('POST', '/api/subscription/refund')).toHaveLength(0)
  answers['POST /api/subscription/refund'] = () => {
    stubBilling(
      { plan: 'basic', expiryDate: yesterday, status: 'ended' },
      { invoices: [{ ...paidNow, refunded: 499, status: 'refunded' }, earlier] },
    )
    return Response.json({ plan: 'free' })
  }
  await act(async () => within(dialog).getByRole('button', { name: 'Request refund' }).click())
  await waitFor(() => expect(planBlock().textContent).toContain('expired on'))
  expect(screen.queryByRole('region', { name: 'Money-back guarantee' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cellsOf(rows()[1])[4]).toBe('Refunded')
  expect(toasts.current()).toMatchObject({
    title: 'Refund issued',
    description: 'Your payment was refunded. You are now on the Free plan.',
  })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('expired on'))
})

test.each([
  ['message of the server', refuse(409, 'no-money-back', 'It holds once.'), 'It holds once.'],
  ['default message', () => new Response('', { status: 500 }), 'Failed to refund the payment'],
])('MoneyBackBlock: a failed refund shows the %s', async (_what, answer, text) => {
  stubPaidPlan(within14Days, { invoices: [paidNow] })
  answers['POST /api/subscription/refund'] = answer
  await showSubscription()
  press('Request refund')
  const dialog = screen.getByRole('dialog')
  await act(async () => within(dialog).getByRole('button', { name: 'Request refund' }).click())
  expect(await within(dialog).findByText(text)).toBeTruthy()
  await act(async () => within(dialog).getByRole('button', { name: 'Keep my plan' }).click())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Request refund' })),
  )
})

test.each([
  ['after the 14 days', yesterday],
  ['without a guarantee', null],
])('MoneyBackBlock: hidden %s', async (_when, until) => {
  stubPaidPlan({ moneyBackUntil: until })
  await showSubscription()
  expect(screen.queryByText('Money-back guarantee')).toBeNull()
})
