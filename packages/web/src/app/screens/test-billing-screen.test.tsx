import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccount } from '../../lib/use-account.ts'
import {
  Address,
  address,
  answers,
  fetchStub,
  fill,
  json,
  noAnswer,
  noContent,
  press,
  refusal,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'
import { TestBillingScreen } from './test-billing-screen.tsx'

standInForServer()

const visa = { brand: 'Visa', lastFour: '4242', expiry: '12/31' }
const amex = { brand: 'American Express', lastFour: '0005', expiry: '01/32' }
const cardPath = '/api/test-payments/card'

beforeEach(() => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set(`GET ${cardPath}`, json({ card: visa }))
})

/** Renders the screen without the layout. */
function renderScreen() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/test-billing']} useTransitions={false}>
        <Routes>
          <Route path="/test-billing" element={<TestBillingScreen />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
        <Username />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const Username = () => <output>{useAccount().user?.username}</output>

async function openForm() {
  renderScreen()
  fireEvent.click(await screen.findByRole('button', { name: 'Replace card' }))
}

function typeCard(number: string) {
  fill('Card number', number)
  fill('Expiry date', '01/32')
  fill('Security code', '1234')
}

const save = () => act(async () => press('Save card'))

test('SUB-07 PAY-09 TestBilling: shows test mode, the card on file and a link back', async () => {
  visit('/test-billing')
  expect(await screen.findByText('Visa ending in 4242')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manage Billing')
  expect(screen.getByText('Test mode')).toBeTruthy()
  expect(screen.getByText(/No money moves/)).toBeTruthy()
  expect(screen.getByText('Expires 12/31')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to your subscription' }).getAttribute('href')).toBe(
    '/profile?section=subscription',
  )
  expect(document.title).toBe('Manage Billing (Test Mode) | Filesmith')
  // The code that writes the other tags loads on demand.
  await waitFor(() =>
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex'),
  )
})

test('PROF-01 TestBillingScreen: redirects visitors to sign in with a return path', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: false, user: null }))
  renderScreen()
  await waitFor(() => expect(address()).toBe('/sign-in?next=/test-billing'))
})

test('TestBillingScreen: does not redirect or request the card while the account is unknown', () => {
  answers.set('GET /api/auth/status', () => new Promise<Response>(() => undefined))
  renderScreen()
  expect(screen.getByText('Loading page...').role).toBe('status')
  expect(address()).toBe('/test-billing')
  expect(fetchStub.mock.calls.map(([url]) => url)).not.toContain(cardPath)
})

test('TestBilling: shows a loading status', async () => {
  answers.set(`GET ${cardPath}`, () => new Promise<Response>(() => undefined))
  renderScreen()
  expect((await screen.findByText('Loading your card...')).role).toBe('status')
})

test('TestBilling: explains that the server has no test payments', async () => {
  answers.set(`GET ${cardPath}`, refusal(404, 'not-found', 'Nothing.'))
  renderScreen()
  expect(
    await screen.findByText('This server is not in test mode, so there is nothing to manage here.'),
  ).toBeTruthy()
  expect(screen.queryByText('Test mode')).toBeNull()
  expect(screen.queryByText('Card on file')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to your subscription' })).toBeTruthy()
})

test('TestBilling: shows a load error with a retry button', async () => {
  answers.set(`GET ${cardPath}`, noAnswer)
  renderScreen()
  expect((await screen.findByText('Could not load your card.')).closest('[role=alert]')).toBeTruthy()
  answers.set(`GET ${cardPath}`, json({ card: visa }))
  press('Try again')
  expect(await screen.findByText('Visa ending in 4242')).toBeTruthy()
})

test('TestBilling: links to the plans without a card on file', async () => {
  answers.set(`GET ${cardPath}`, json({ card: null }))
  renderScreen()
  expect(await screen.findByText('No card on file. It is saved when you buy a plan.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
  expect(screen.queryByRole('button', { name: 'Replace card' })).toBeNull()
})

test('ReplaceCardForm: replaces the card and refreshes the account', async () => {
  await openForm()
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
  typeCard('378282246310005')
  answers.set(`POST ${cardPath}`, () => {
    answers.set(`GET ${cardPath}`, json({ card: amex }))
    answers.set(
      'GET /api/auth/status',
      json({ authenticated: true, user: { ...mara, username: 'refreshed' } }),
    )
    return Response.json({ card: amex })
  })
  await save()
  expect(await screen.findByText('American Express ending in 0005')).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Card number')).toBeNull())
  expect(sentTo(cardPath)).toEqual([{ number: '378282246310005', expiry: '01/32', cvc: '1234', name: '' }])
  expect(toasts.current()).toMatchObject({
    title: 'Card saved',
    description: 'We will use it for future and outstanding payments.',
  })
  expect(document.activeElement?.textContent).toContain('American Express ending in 0005')
  expect(screen.getByText('refreshed')).toBeTruthy()
})

test('ReplaceCardForm: fills in a test card with one click', async () => {
  await openForm()
  press('Test card numbers')
  press('Use: Succeeds (Mastercard) 5555 5555 5555 4444')
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('5555 5555 5555 4444')
})

test('ReplaceCardForm: shows validation errors at the fields and sends nothing', async () => {
  await openForm()
  await save()
  expect(await screen.findByText('Please enter the full card number.')).toBeTruthy()
  expect(screen.getByText('Please enter the expiry date as MM/YY.')).toBeTruthy()
  expect(screen.getByText('Please enter your card’s security code.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
  expect(sentTo(cardPath)).toEqual([])
})

test('ReplaceCardForm: does not send real card numbers', async () => {
  await openForm()
  typeCard('379354508162306')
  await save()
  expect(
    await screen.findByText(
      'This server only accepts test payments. Please use one of the test card numbers.',
    ),
  ).toBeTruthy()
  expect(sentTo(cardPath)).toEqual([])
})

test.each([
  [
    'the message of the server',
    refusal(402, 'payment-failed', 'Your card was declined.'),
    'Your card was declined.',
  ],
  ['the default text', noAnswer, 'Could not save your card. Please try again.'],
])('ReplaceCardForm: a rejected card shows %s and keeps the old one', async (_how, answer, text) => {
  answers.set(`POST ${cardPath}`, answer)
  await openForm()
  typeCard('378282246310005')
  await save()
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy()
  expect(screen.getByText('Visa ending in 4242')).toBeTruthy()
  press('Keep current card')
  expect(screen.queryByLabelText('Card number')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace card' }))
})

test('TestBillingScreen: redirects to sign in when the session has ended', async () => {
  answers.set(`POST ${cardPath}`, refusal(401, 'not-signed-in', 'Please sign in first.'))
  await openForm()
  typeCard('378282246310005')
  await save()
  await waitFor(() => expect(address()).toBe('/sign-in?next=/test-billing'))
})

test('FRAME-08 TestBillingScreen: logging out navigates home', async () => {
  answers.set('POST /api/auth/logout', noContent)
  visit('/test-billing')
  await screen.findByText('Visa ending in 4242')
  const menuButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Account menu/ })
  await waitFor(() => expect(menuButton().disabled).toBe(false))
  fireEvent.pointerDown(menuButton(), { button: 0 })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(address()).toBe('/'))
})
