import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { answers, callsTo, press, refuse, standInForServer } from '../profile.test-support.tsx'
import {
  basic,
  beOn,
  lately,
  localDate,
  pastDue,
  pay,
  periodEnd,
  planBlock,
  showSubscription,
} from './subscription.test-support.tsx'

standInForServer()

const dialog = () => screen.getByRole('dialog')
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })
/** What has been asked for is over when the dialog has gone, or says why not. */
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

test('SUB-08 SUB-09 cancelling asks first, then says until when access continues, and the page follows', async () => {
  pay()
  await showSubscription()
  press('Cancel subscription')
  expect(within(dialog()).getByRole('heading').textContent).toBe('Cancel your subscription?')
  expect(dialog().textContent).toContain(`You keep everything Basic includes until ${localDate(periodEnd)}.`)
  expect(dialog().textContent).toContain('After that you are on the Free plan.')
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(0)
  answers['POST /api/subscription/cancel'] = () => {
    pay({ status: 'cancelled' })
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

test('SUB-08 thinking better of it changes nothing, and comes back to the button', async () => {
  pay()
  await showSubscription()
  press('Cancel subscription')
  await confirm('Keep my plan')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel subscription')))
})

test.each([
  [
    'the message',
    refuse(502, 'payment-provider-failed', 'The provider did not answer.'),
    'The provider did not answer.',
  ],
  ['or a word of ours', () => new Response('', { status: 500 }), 'Failed to cancel subscription'],
  [
    'also without any answer',
    () => Promise.reject(new TypeError('offline')),
    'Failed to cancel subscription',
  ],
])('SUB-10 a cancelling that failed shows %s', async (_what, answer, words) => {
  pay()
  answers['POST /api/subscription/cancel'] = answer
  await showSubscription()
  press('Cancel subscription')
  await confirm('Cancel subscription')
  expect((await within(dialog()).findByText(words)).closest('[role=alert]')).toBeTruthy()
  await confirm('Keep my plan')
  expect(planBlock().textContent).toContain('will renew on')
})

test('SUB-08 the dialog stays until the server has answered, and a second press sends nothing', async () => {
  pay()
  let answer = (_: Response) => {}
  answers['POST /api/subscription/cancel'] = () =>
    new Promise(resolve => {
      answer = resolve
    })
  await showSubscription()
  press('Cancel subscription')
  await confirm('Cancel subscription')
  const busy = within(dialog()).getByRole('button', { name: 'One moment...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await confirm('One moment...')
  expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Keep my plan' }).disabled).toBe(
    true,
  )
  expect(callsTo('POST', '/api/subscription/cancel')).toHaveLength(1)
  await act(async () => answer(Response.json({ plan: 'basic' })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('SUB-09 cancelled while a payment is owed, it ends at once, and says so', async () => {
  pay(pastDue)
  await showSubscription()
  press('Cancel subscription')
  expect(dialog().textContent).toContain(
    'The last payment failed, so your Basic plan ends immediately and you move to the Free plan.',
  )
  answers['POST /api/subscription/cancel'] = () => {
    beOn(
      { plan: 'basic', expiryDate: lately, status: 'ended' },
      { subscription: { ...basic, status: 'ended', periodEnd: lately, accessUntil: lately } },
    )
    return Response.json({ plan: 'free' })
  }
  await confirm('Cancel subscription')
  await waitFor(() => expect(planBlock().textContent).toContain(`expired on ${localDate(lately)}`))
  expect(toasts.current()).toMatchObject({
    title: 'Subscription Cancelled',
    description: 'You are now on the Free plan.',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Manage Billing')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('expired on'))
})
