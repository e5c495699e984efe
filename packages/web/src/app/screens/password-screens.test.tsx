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

const linkInvalid = refusal(410, 'link-invalid', 'This link no longer works. Please request a new one.')

async function askFor(email: string) {
  visit('/forgot-password')
  await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })
  fill('Email', email)
  press('Send link')
}

test('PWD-01 PWD-02 ForgotPassword: asks for the address; the confirmation does not reveal whether the account exists', async () => {
  answers.set('POST /api/auth/forgot-password', json({}, 202))
  await askFor(' mara@lighthouse.example ')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Check your email' })
  expect(document.activeElement).toBe(heading)
  expect(
    screen.getByText(
      'If mara@lighthouse.example has an account, we sent it a link to set a new password. The link works once and expires in one hour.',
    ),
  ).toBeTruthy()
  expect(sentTo('/api/auth/forgot-password')).toEqual([{ email: 'mara@lighthouse.example' }])
  press('Use another address')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
})

test('ForgotPassword: the link back to sign in keeps the next parameter', async () => {
  visit('/forgot-password?next=/premium/plans')
  const back = await screen.findByRole('link', { name: 'Back to sign in' })
  expect(back.getAttribute('href')).toBe('/sign-in?next=%2Fpremium%2Fplans')
})

test.each(['', 'mara@'])(
  'PWD-01 ForgotPassword: rejects the invalid address %j and sends nothing',
  async email => {
    await askFor(email)
    await screen.findByText('Please enter a valid email address.')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(sentTo('/api/auth/forgot-password')).toEqual([])
  },
)

test('PWD-01 ForgotPassword: shows a toast when the server is unreachable, and can be retried', async () => {
  answers.set('POST /api/auth/forgot-password', noAnswer)
  await askFor('mara@lighthouse.example')
  await waitFor(() => expect(toasts.current()?.title).toBe('Could not send the link'))
  answers.set('POST /api/auth/forgot-password', json({}, 202))
  press('Send link')
  expect(await screen.findByText('Check your email')).toBeTruthy()
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

test('PWD-06 ResetPassword: sets the new password and leads to sign-in, even if the user was signed in', async () => {
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
])('PWD-06 ResetPassword: %j and %j show %s', async (password, confirmation, text) => {
  await openReset()
  choose(password, confirmation)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(sentTo('/api/auth/reset-password')).toEqual([])
})

test('PWD-04 PWD-05 ResetPassword: a used or expired link offers a new one', async () => {
  answers.set('POST /api/auth/reset-password', linkInvalid)
  await openReset()
  choose('copper lantern', 'copper lantern')
  await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('PWD-04 ResetPassword: a link without a token is invalid', async () => {
  visit('/reset-password')
  expect(await screen.findByText('This link no longer works')).toBeTruthy()
})

test('VerifyEmail: confirms the address and submits the token once', async () => {
  answers.set('POST /api/auth/verify-email', noContent)
  visit('/verify-email?token=t2')
  await screen.findByRole('heading', { level: 1, name: 'Email address confirmed' })
  expect(sentTo('/api/auth/verify-email')).toEqual([{ token: 't2' }])
})

test('VerifyEmail: without a session offers to sign in, or to set a new password with the same link', async () => {
  answers.set('POST /api/auth/verify-email', json({ isSignInNeeded: true, canSetPassword: true }, 202))
  visit('/verify-email?token=t2')
  await screen.findByRole('heading', { level: 1, name: 'Sign in to confirm your email address' })
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/sign-in?next=/verify-email%3Ftoken%3Dt2',
  )
  expect(main.getByRole('link', { name: 'Set a new password' }).getAttribute('href')).toBe(
    '/reset-password?token=t2',
  )
})

test('VerifyEmail: a changed address of another account only offers to sign out', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('POST /api/auth/verify-email', json({ isSignInNeeded: true, canSetPassword: false }, 202))
  answers.set('POST /api/auth/logout', noContent)
  visit('/verify-email?token=t2')
  await screen.findByText(/You are signed in to a different account/)
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('link', { name: 'Set a new password' })).toBeNull()
  fireEvent.click(main.getByRole('button', { name: 'Sign out' }))
  expect(await main.findByRole('link', { name: 'Sign In' })).toBeTruthy()
})

test('VerifyEmail: a used link says that it was used and that the address is confirmed', async () => {
  const message = 'This link was already used. Your email address is confirmed.'
  answers.set('POST /api/auth/verify-email', refusal(410, 'link-used', message))
  visit('/verify-email?token=t2')
  await screen.findByRole('heading', { level: 1, name: 'This link was already used' })
  expect(screen.getByText('Your email address is confirmed. There is nothing left to do.')).toBeTruthy()
})

test('VerifyEmail: an invalid link leads to the account settings, where a new one can be requested', async () => {
  answers.set('POST /api/auth/verify-email', linkInvalid)
  visit('/verify-email?token=t2')
  const main = await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })
  const hrefs = [...(main.closest('main')?.querySelectorAll('a') ?? [])].map(link =>
    link.getAttribute('href'),
  )
  expect(hrefs).toEqual(['/sign-in?next=%2Fprofile'])
})

test('VerifyEmail: can be retried when the server is unreachable', async () => {
  answers.set('POST /api/auth/verify-email', noAnswer)
  visit('/verify-email?token=t2')
  await screen.findByText('Could not confirm your email address')
  answers.set('POST /api/auth/verify-email', noContent)
  press('Try again')
  expect(await screen.findByText('Email address confirmed')).toBeTruthy()
})
