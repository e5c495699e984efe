import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
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

standInForServer()

const linkInvalid = refusal(410, 'link-invalid', 'This link is not valid any more. Please ask for a new one.')

async function askFor(email: string) {
  visit('/forgot-password')
  await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })
  fill('Email', email)
  press('Send the link')
}

test('PWD-01 PWD-02 the address is asked for; what is said afterwards fits a known and an unknown one', async () => {
  answers.set('POST /api/auth/forgot-password', json({}, 202))
  await askFor(' mara@lighthouse.example ')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Look into your mail' })
  expect(document.activeElement).toBe(heading)
  expect(
    screen.getByText(
      'If there is an account with mara@lighthouse.example, a link to set a new password is on its way there. It works once, for one hour.',
    ),
  ).toBeTruthy()
  expect(sentTo('/api/auth/forgot-password')).toEqual([{ email: 'mara@lighthouse.example' }])
  press('Use another address')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
})

test('whoever was on the way somewhere still is after coming back to sign in', async () => {
  visit('/forgot-password?next=/premium/plans')
  const back = await screen.findByRole('link', { name: 'Back to sign in' })
  expect(back.getAttribute('href')).toBe('/sign-in?next=%2Fpremium%2Fplans')
})

test.each(['', 'mara@'])('PWD-01 %j is no address, and nothing is sent', async email => {
  await askFor(email)
  await screen.findByText('Please enter a valid email address.')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(sentTo('/api/auth/forgot-password')).toEqual([])
})

test('PWD-01 when the server cannot be reached it is said, and can be tried again', async () => {
  answers.set('POST /api/auth/forgot-password', noAnswer)
  await askFor('mara@lighthouse.example')
  await waitFor(() => expect(toasts.current()?.title).toBe('Could not send the link'))
  answers.set('POST /api/auth/forgot-password', json({}, 202))
  press('Send the link')
  expect(await screen.findByText('Look into your mail')).toBeTruthy()
})

async function openReset() {
  visit('/reset-password?token=t1')
  await screen.findByRole('heading', { level: 1, name: 'Set a new password' })
}

function choose(password: string, confirmation: string) {
  fill('New password', password)
  fill('Confirm password', confirmation)
  press('Set password')
}

test('PWD-06 the new password is set, and one signs in with it, also when one was signed in', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('POST /api/auth/reset-password', noContent)
  await openReset()
  choose('copper lantern', 'copper lantern')
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  expect(address()).toBe('/sign-in')
  expect(sentTo('/api/auth/reset-password')).toEqual([{ token: 't1', password: 'copper lantern' }])
  expect(toasts.current()).toMatchObject({ title: 'Password updated successfully' })
})

test.each([
  ['copper lantern', 'copper lanterns', 'Passwords do not match.'],
  ['', '', 'Please fill out all required fields.'],
  ['short', 'short', 'Password must be at least 8 characters.'],
  ['password1', 'password1', 'This password is too easy to guess. Please choose another one.'],
])('PWD-06 %j and %j: %s', async (password, confirmation, words) => {
  await openReset()
  choose(password, confirmation)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(sentTo('/api/auth/reset-password')).toEqual([])
})

test('PWD-04 PWD-05 a spent or expired link says so, with the way to a new one', async () => {
  answers.set('POST /api/auth/reset-password', linkInvalid)
  await openReset()
  choose('copper lantern', 'copper lantern')
  await screen.findByRole('heading', { level: 1, name: 'This link is not valid any more' })
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('PWD-04 a link without its token too', async () => {
  visit('/reset-password')
  expect(await screen.findByText('This link is not valid any more')).toBeTruthy()
})

test('/verify-email confirms the address, and sends the link back once', async () => {
  answers.set('POST /api/auth/verify-email', noContent)
  visit('/verify-email?token=t2')
  await screen.findByRole('heading', { level: 1, name: 'Your address is confirmed' })
  expect(sentTo('/api/auth/verify-email')).toEqual([{ token: 't2' }])
})

test('/verify-email in a browser without a session offers to sign in, or to set a new password by the same link', async () => {
  answers.set('POST /api/auth/verify-email', json({ isSignInNeeded: true, canSetPassword: true }, 202))
  visit('/verify-email?token=t2')
  await screen.findByRole('heading', { level: 1, name: 'Sign in to confirm your address' })
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/sign-in?next=/verify-email%3Ftoken%3Dt2',
  )
  expect(main.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe(
    '/reset-password?token=t2',
  )
})

test('/verify-email for a changed address of another account only offers to sign out of this one', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('POST /api/auth/verify-email', json({ isSignInNeeded: true, canSetPassword: false }, 202))
  answers.set('POST /api/auth/logout', noContent)
  visit('/verify-email?token=t2')
  await screen.findByText(/You are signed in to another account/)
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('link', { name: 'Set a new password' })).toBeNull()
  fireEvent.click(main.getByRole('button', { name: 'Sign out' }))
  expect(await main.findByRole('link', { name: 'Sign In' })).toBeTruthy()
})

test('/verify-email with a spent link leads to the account, where a new one waits', async () => {
  answers.set('POST /api/auth/verify-email', linkInvalid)
  visit('/verify-email?token=t2')
  const main = await screen.findByRole('heading', { level: 1, name: 'This link is not valid any more' })
  const hrefs = [...(main.closest('main')?.querySelectorAll('a') ?? [])].map(link =>
    link.getAttribute('href'),
  )
  expect(hrefs).toEqual(['/sign-in?next=%2Fprofile'])
})

test('/verify-email can be tried again when the server could not be reached', async () => {
  answers.set('POST /api/auth/verify-email', noAnswer)
  visit('/verify-email?token=t2')
  await screen.findByText('The address could not be confirmed')
  answers.set('POST /api/auth/verify-email', noContent)
  press('Try again')
  expect(await screen.findByText('Your address is confirmed')).toBeTruthy()
})
