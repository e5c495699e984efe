import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import {
  address,
  answers,
  capabilities,
  fill,
  json,
  noContent,
  press,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()
beforeAll(() => import('./checkout-screen.tsx'), 60_000)
beforeEach(() => {
  const quote = {
    plan: 'basic',
    interval: 'month',
    price: 499,
    credit: 0,
    balance: 0,
    due: 499,
    creditLeft: 0,
    kind: 'new',
  }
  answers.set(
    'POST /api/create-payment-intent',
    json({ clientSecret: 'pi_test_7_secret_k3', provider: { kind: 'test' }, quote }),
  )
})

const orderPath = '/checkout?planId=2&amount=4.99'
const signInPath = '/sign-in?next=/checkout%3FplanId%3D2%26amount%3D4.99'

test('PAY-01 CheckoutScreen: a visitor returns to the same checkout after signing in', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  visit(orderPath)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  expect(address()).toBe(signInPath)
  expect(sentTo('/api/create-payment-intent')).toEqual([])
  fill('Username', 'mara.holt')
  fill('Password', 'copper lantern')
  press('Sign In')
  await screen.findByRole('heading', { level: 1, name: 'Complete Your Purchase' })
  expect(address()).toBe(orderPath)
  expect(sentTo('/api/create-payment-intent')).toEqual([{ planId: 2, amount: 4.99 }])
})

test('PAY-01 CheckoutScreen: a visitor returns to the same checkout after signing up', async () => {
  answers.set('POST /api/auth/register', json({ user: mara }, 201))
  visit(orderPath)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  // One in the header, one below the form.
  const links = screen.getAllByRole('link', { name: 'Sign Up' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(
    Array(2).fill('/sign-up?next=%2Fcheckout%3FplanId%3D2%26amount%3D4.99'),
  )
  fireEvent.click(links[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'Sign Up' })
  fill('Username', 'mara.holt')
  fill('Email', 'mara@lighthouse.example')
  fill('Password', 'copper lantern on a hill')
  fill('Confirm password', 'copper lantern on a hill')
  fireEvent.click(screen.getByRole('checkbox'))
  press('Create account')
  await screen.findByRole('heading', { level: 1, name: 'Complete Your Purchase' })
  expect(address()).toBe(orderPath)
})

test('PAY-01 CheckoutScreen: passes the return path to identity providers', async () => {
  answers.set('GET /api/capabilities', capabilities({ signInWith: ['google'] }))
  visit(orderPath)
  const link = await screen.findByRole('link', { name: 'Continue with Google' })
  expect(link.getAttribute('href')).toBe(
    '/api/auth/with/google?next=%2Fcheckout%3FplanId%3D2%26amount%3D4.99',
  )
})

test('ALLOW-02 CheckoutScreen: signing out navigates home', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('POST /api/auth/logout', noContent)
  visit(orderPath)
  fireEvent.pointerDown(await screen.findByRole('button', { name: /Account menu/ }), { button: 0 })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(address()).toBe('/'))
})
