import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { answers, callsTo, press, refuse, standInForServer } from '../profile.test-support.tsx'
import {
  basic,
  localDate,
  pastDue,
  periodEnd,
  planBlock,
  showSubscription,
  stubBilling,
  stubPaidPlan,
  yesterday,
} from './subscription.test-support.tsx'

standInForServer()

const dialog = () => screen.getByRole('dialog')
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
/** Presses a button of the dialog and waits for the outcome. */
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

test('SUB-08 SUB-09 RenewalButton: canceling asks first, shows until when access continues and updates the page', async () => {
  stubPaidPlan()
  await showSubscription()
  press('Cancel subscription')
  expect(within(dialog()).getByRole('heading').textContent).toBe('Cancel your subscription?')
  expect(dialog().textContent).toContain(`You keep everything Basic includes until ${localDate(periodEnd)}.`)
  expect(dialog().textContent).toContain('After that you are on the Free plan.')
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(0)
  answers['POST /api/subscription/cancel'] = () => {
    stubPaidPlan({ status: 'cancelled' })
    return Response.json({ plan: 'basic' })
  }
  await confirm('Cancel subscription')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(1)
  expect(toasts.current()).toMatchObject({
    title: 'Subscription Cancelled',
    description: 'Your access continues until the current billing period ends.',
    variant: 'default',
  })
  const plan = planBlock()
  expect(plan.textContent).toContain(`Your Basic plan is canceled and ends on ${localDate(periodEnd)}.`)
  expect(plan.textContent).toContain('You keep all features until then and will not be charged again.')
  expect(plan.textContent).not.toContain('$4.99')
  expect(within(plan).getByText('Canceled')).toBeTruthy()
  expect(within(plan).getByText('At least 250 MB in every tool')).toBeTruthy()
  expect(button('Cancel subscription')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('is canceled and ends on'))
})

test('SUB-08 RenewalButton: dismissing the dialog changes nothing and returns the focus to the button', async () => {
  stubPaidPlan()
  await showSubscription()
  press('Cancel subscription')
  await confirm('Keep my plan')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel subscription')))
})

test.each([
  [
    'the message of the server',
    refuse(502, 'payment-provider-failed', 'The provider did not answer.'),
    'The provider did not answer.',
  ],
  ['a default message', () => new Response('', { status: 500 }), 'Failed to cancel subscription'],
  [
    'a default message when the server is unreachable',
    () => Promise.reject(new TypeError('offline')),
    'Failed to cancel subscription',
  ],
])('SUB-10 RenewalButton: a failed cancellation shows %s', async (_what, answer, text) => {
  stubPaidPlan()
  answers['POST /api/subscription/cancel'] = answer
  await showSubscription()
  press('Cancel subscription')
  await confirm('Cancel subscription')
  expect((await within(dialog()).findByText(text)).closest('[role=alert]')).toBeTruthy()
  await confirm('Keep my plan')
  expect(planBlock().textContent).toContain('will renew on')
})

test('SUB-08 BillingConfirmDialog: stays open until the server has responded, and ignores a second press', async () => {
  stubPaidPlan()
  let answer = (_: Response) => {}
  answers['POST /api/subscription/cancel'] = () =>
    new Promise(resolve => {
      answer = resolve
    })
  await showSubscription()
  press('Cancel subscription')
  await confirm('Cancel subscription')
  const busy = await within(dialog()).findByRole('button', { name: 'One moment...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await confirm('One moment...')
  expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Keep my plan' }).disabled).toBe(
    true,
  )
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(1)
  await act(async () => answer(Response.json({ plan: 'basic' })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('SUB-09 RenewalButton: canceling a past-due plan ends it immediately', async () => {
  stubPaidPlan(pastDue)
  await showSubscription()
  press('Cancel subscription')
  expect(dialog().textContent).toContain(
    'The last payment failed, so your Basic plan ends immediately and you move to the Free plan.',
  )
  answers['POST /api/subscription/cancel'] = () => {
    stubBilling(
      { plan: 'basic', expiryDate: yesterday, status: 'ended' },
      { subscription: { ...basic, status: 'ended', periodEnd: yesterday, accessUntil: yesterday } },
    )
    return Response.json({ plan: 'free' })
  }
  await confirm('Cancel subscription')
  await waitFor(() => expect(planBlock().textContent).toContain(`expired on ${localDate(yesterday)}`))
  expect(toasts.current()).toMatchObject({
    title: 'Subscription Cancelled',
    description: 'You are now on the Free plan.',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Manage Billing')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('expired on'))
})
