/** INSTANCE=private: the app learns it from the document, before the first answer of the server. */
import { instanceAttribute } from '@filesmith/contract/instance'
import { findMoneyWords } from '@filesmith/contract/money-words.fixture'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mara } from '../lib/account.fixture.ts'
import { answers, fetchStub, json, standInForServer, visit } from './site.test-support.tsx'

standInForServer()

beforeEach(() => {
  document.documentElement.setAttribute(instanceAttribute, 'private')
  // As a private instance answers: without a plan.
  answers.set('GET /api/capabilities', json({ operations: {}, signInWith: [] }))
})
afterEach(() => document.documentElement.removeAttribute(instanceAttribute))

const { subscriptionPlan, subscription, ...member } = mara
const signIn = () => answers.set('GET /api/auth/status', json({ authenticated: true, user: member }))
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => link.textContent)

test('PageFrame: has no link to plans and no advertisement, and does not ask for any', async () => {
  visit('/no/such/page')
  const main = within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' })
  expect(linksIn(main)).toEqual(['Home', 'Tools', 'Help'])
  expect(linksIn(screen.getByRole('contentinfo'))).not.toContain('Pricing')
  await screen.findByRole('link', { name: 'Sign In' })
  expect(screen.queryByText('Advertisement')).toBeNull()
  const asked = fetchStub.mock.calls.map(([url]) => String(url))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(url => /adsense|subscription/.test(url))).toEqual([])
})

test.each(['/premium/plans', '/pricing', '/checkout?planId=2&amount=4.99', '/test-billing', '/plans'])(
  'Router: %s does not exist',
  async path => {
    visit(path)
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  },
)

test('HomeScreen: promises no free service and has its own title', async () => {
  visit('/')
  expect(await screen.findByText(/Your files stay on this server/)).toBeTruthy()
  expect(document.title).toBe('File Converter | Filesmith')
  expect(findMoneyWords(document.body.textContent ?? '')).toEqual([])
})

test('Profile: has no subscription section', async () => {
  signIn()
  visit('/profile?section=subscription')
  expect(await screen.findByRole('heading', { name: 'Your details' })).toBeTruthy()
  expect(screen.queryByText('Subscription')).toBeNull()
  expect(findMoneyWords(screen.getByRole('main').textContent ?? '')).toEqual([])
})

test('Profile: usage offers no plan without limits', async () => {
  signIn()
  visit('/profile?section=usage')
  await screen.findByRole('heading', { name: 'Past conversions' })
  expect(screen.queryByText('Convert without limits')).toBeNull()
  await waitFor(() => expect(findMoneyWords(document.body.textContent ?? '')).toEqual([]))
})

test('Profile: every account can make API keys', async () => {
  answers.set(
    'GET /api/auth/status',
    json({ authenticated: true, user: { ...member, isEmailVerified: true } }),
  )
  answers.set('GET /api/user/api-keys', json([]))
  visit('/profile?section=security')
  expect(await screen.findByRole('button', { name: 'New key' })).toBeTruthy()
  expect(screen.queryByText('The API is part of Pro')).toBeNull()
})
