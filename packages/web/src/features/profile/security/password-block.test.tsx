import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
  ada,
  answers,
  callsTo,
  done,
  press,
  refuse,
  security,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const labels = ['Current password', 'New password', 'Confirm new password'] as const
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function fillIn(current: string, next: string, confirm: string) {
  showSection('security')
  await screen.findByRole('button', { name: 'Update password' })
  for (const [index, value] of [current, next, confirm].entries()) type(labels[index] ?? '', value)
}

test('SEC-01 PasswordForm: has current, new and confirmation fields with autocomplete hints', async () => {
  await fillIn('', '', '')
  expect(labels.map(label => [field(label).type, field(label).autocomplete])).toEqual([
    ['password', 'current-password'],
    ['password', 'new-password'],
    ['password', 'new-password'],
  ])
  expect(screen.getByText('Changing it signs out all your other devices.')).toBeTruthy()
})

test.each([
  [0, '', 'fine new words', 'fine new words'],
  [1, 'old words', '', 'fine new words'],
  [2, 'old words', 'fine new words', ''],
])('SEC-02 PasswordForm: sends nothing without field %d', async (missing, ...values) => {
  await fillIn(...values)
  press('Update password')
  await waitFor(() => expect(field(labels[missing] ?? '').getAttribute('aria-invalid')).toBe('true'))
  expect(callsTo('POST', '/api/auth/change-password')).toEqual([])
})

test('SEC-03 PasswordForm: reports a mismatch and sends nothing', async () => {
  await fillIn('old words', 'fine new words', 'fine old words')
  press('Update password')
  expect(await screen.findByText('New passwords do not match')).toBeTruthy()
  expect(callsTo('POST', '/api/auth/change-password')).toEqual([])
})

test('SEC-04 API-07 PasswordForm: on success shows a toast, clears the form and reloads the sessions', async () => {
  answers['POST /api/auth/change-password'] = done
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  await waitFor(() => expect(toasts.current()?.title).toBe('Password updated successfully'))
  expect(callsTo('POST', '/api/auth/change-password')).toEqual([
    { currentPassword: 'old words', newPassword: 'fine new words' },
  ])
  expect(labels.map(label => field(label).value)).toEqual(['', '', ''])
  await waitFor(() => expect(callsTo('GET', '/api/user/security')).toHaveLength(2))
})

test('SEC-05 PasswordForm: shows the message of the server at its field', async () => {
  answers['POST /api/auth/change-password'] = refuse(403, 'wrong-password', 'Wrong password.')
  await fillIn('not it', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Current password'))
  expect(field('New password').value).toBe('fine new words')
})

test('SEC-05 PasswordForm: shows a general error at the form', async () => {
  const message = 'Too many attempts. Please try again in 5 minutes.'
  answers['POST /api/auth/change-password'] = refuse(429, 'too-many-attempts', message)
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
})

test('SEC-05 PasswordForm: shows a default message if the server gives none', async () => {
  answers['POST /api/auth/change-password'] = () => new Response('<html>', { status: 400 })
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('Failed to update password')).toBeTruthy()
})

test('SEC-06 PasswordForm: reports an unexpected error', async () => {
  answers['POST /api/auth/change-password'] = () => Promise.reject(new TypeError('offline'))
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
})

test('PasswordBlock: an account without a password shows how to set one', async () => {
  answers['GET /api/user/security'] = () => Response.json({ ...security, hasPassword: false })
  showSection('security')
  const link = await screen.findByRole('link', { name: 'Set a password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(screen.getByText('Set a password first. Two-step sign-in requires one.')).toBeTruthy()
})

test('a user of a proxy without address and sign-out: no link by mail, no placeholder, no sign-out', async () => {
  const user = { ...ada, email: '2bfd8ae7@proxy.invalid', canSignOut: false }
  answers['GET /api/user/security'] = () =>
    Response.json({
      ...security,
      hasPassword: false,
      connections: [{ provider: 'proxy', label: 'ada', connectedAt: '2026-03-14T10:00:00.000Z' }],
    })
  showSection('security', user)
  expect(await screen.findByText(/add an email address first/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Set a password' })).toBeNull()
  expect(screen.getByText('Single sign-on')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Disconnect|^(Sign|Log) out$/ })).toBeNull()
  cleanup()
  showSection('account', user)
  expect(screen.getByText('No email address')).toBeTruthy()
})
