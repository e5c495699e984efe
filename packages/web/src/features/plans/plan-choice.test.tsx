import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  address,
  answers,
  fetchStub,
  findButton,
  findCard,
  goTo,
  paysFor,
  press,
  show,
  signInOn,
  standInForServer,
} from '../../lib/plan-offers/plan-offers.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { Plans } from './plans.tsx'

standInForServer()

const later = '2099-01-01T00:00:00.000Z'

async function visit(search = '') {
  show(<Plans />, `/premium/plans${search}`)
  await findCard('Free')
}

const advanceMs = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test.each([
  ['Basic', '', '/checkout?planId=2&amount=4.99'],
  ['Pro', '', '/checkout?planId=3&amount=9.99'],
  ['Basic', '?billing=yearly', '/checkout?planId=2&amount=47.9'],
  ['Pro', '?billing=yearly', '/checkout?planId=3&amount=95.9'],
])(
  'PLAN-13 PLAN-14 PLAN-15 Plans: choosing %s%s shows a toast and then loads %s',
  async (name, search, to) => {
    await visit(search)
    vi.useFakeTimers()
    press(`Choose ${name}`)
    expect(toasts.current()).toMatchObject({
      title: 'Subscription Selection',
      description: `You selected the ${name} plan. Redirecting to checkout...`,
    })
    expect(goTo).not.toHaveBeenCalled()
    advanceMs(1000)
    expect(goTo.mock.calls).toEqual([[to]])
    expect(address()).toBe(`/premium/plans${search}`)
  },
)

test('PLAN-14 Plans: only the first choice counts when buttons are clicked repeatedly', async () => {
  await visit()
  vi.useFakeTimers()
  press('Choose Basic')
  press('Choose Basic')
  press('Choose Pro')
  expect(screen.getByText('Choose Basic', { selector: 'button' }).getAttribute('aria-busy')).toBe('true')
  advanceMs(1000)
  expect(goTo.mock.calls).toEqual([['/checkout?planId=2&amount=4.99']])
})

test('PLAN-14 Plans: a plan can be chosen again after returning from the back/forward cache', async () => {
  await visit()
  vi.useFakeTimers()
  press('Choose Basic')
  advanceMs(1000)
  const pageShow = Object.assign(new Event('pageshow'), { persisted: true })
  act(() => void window.dispatchEvent(pageShow))
  press('Choose Pro')
  advanceMs(1000)
  expect(goTo.mock.calls).toEqual([['/checkout?planId=2&amount=4.99'], ['/checkout?planId=3&amount=9.99']])
})

test('Plans: visitors have no current plan, and their subscription is not requested', async () => {
  await visit()
  expect(screen.queryByText('Your plan')).toBeNull()
  expect(fetchStub.mock.calls.map(([url]) => url)).not.toContain('/api/subscription')
})

test('Plans: on Free it is marked as the current plan and the others can be chosen', async () => {
  signInOn('free')
  await visit()
  const free = await findCard('Free')
  expect(within(free).getByText('Your plan')).toBeTruthy()
  expect(within(free).getByRole('button', { name: 'Current Plan' })).toBeTruthy()
  expect(screen.getAllByText('Your plan')).toHaveLength(1)
  expect(screen.getByText('Choose Basic', { selector: 'button' })).toBeTruthy()
})

test('Plans: monthly Basic can be managed, switched to yearly, or switched to Pro', async () => {
  signInOn('basic', later)
  paysFor({ plan: 'basic', interval: 'month' })
  await visit()
  const basic = await findCard('Basic')
  expect(within(basic).getByText('Your plan')).toBeTruthy()
  const manage = await within(basic).findByRole('link', { name: 'Manage your plan' })
  expect(manage.getAttribute('href')).toBe('/profile?section=subscription')
  expect(screen.getByText('Switch to Pro', { selector: 'button' })).toBeTruthy()

  fireEvent.click(screen.getByLabelText(/^Yearly/))
  vi.useFakeTimers()
  press('Switch to yearly')
  advanceMs(1000)
  expect(goTo.mock.calls).toEqual([['/checkout?planId=2&amount=47.9']])
})

test('Plans: yearly Pro can be switched to monthly or to Basic', async () => {
  signInOn('pro', later)
  paysFor({ plan: 'pro', interval: 'year' })
  await visit()
  expect(await findButton('Switch to monthly')).toBeTruthy()
  expect(screen.getByText('Switch to Basic', { selector: 'button' })).toBeTruthy()
})

test('Plans: a canceled plan can be kept', async () => {
  signInOn('basic', later)
  paysFor({ status: 'cancelled' })
  await visit()
  expect(await findButton('Keep Basic')).toBeTruthy()
})

test('Plans: a granted plan is marked as current and can be bought', async () => {
  signInOn('pro')
  paysFor(null)
  await visit()
  const pro = await findCard('Pro')
  expect(within(pro).getByText('Your plan')).toBeTruthy()
  expect(await within(pro).findByText('Choose Pro', { selector: 'button' })).toBeTruthy()
})

test('Plans: the current plan is not offered before its subscription is loaded', async () => {
  signInOn('pro', later)
  answers.set('/api/subscription', () => new Promise(() => undefined))
  await visit()
  const pro = await findCard('Pro')
  await waitFor(() => expect(fetchStub.mock.calls.map(([url]) => url)).toContain('/api/subscription'))
  expect(within(pro).queryByRole('button')).toBeNull()
  expect(within(pro).getByRole('link', { name: 'Manage your plan' })).toBeTruthy()
})

test('Plans: an expired plan can be bought again', async () => {
  signInOn('basic', '2020-01-01T00:00:00.000Z')
  await visit()
  expect(within(await findCard('Free')).getByText('Your plan')).toBeTruthy()
  expect(screen.getByText('Choose Basic', { selector: 'button' })).toBeTruthy()
})
