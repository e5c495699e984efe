import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
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

test('SEC-01 the form has current, new and confirm, for password managers too', async () => {
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
])('SEC-02 all three are required: without number %d nothing is sent', async (missing, ...values) => {
  await fillIn(...values)
  press('Update password')
  await waitFor(() => expect(field(labels[missing] ?? '').getAttribute('aria-invalid')).toBe('true'))
  expect(callsTo('POST', '/api/auth/change-password')).toEqual([])
})

test('SEC-03 differing new and confirm are said, and nothing is sent', async () => {
  await fillIn('old words', 'fine new words', 'fine old words')
  press('Update password')
  expect(await screen.findByText('New passwords do not match')).toBeTruthy()
  expect(callsTo('POST', '/api/auth/change-password')).toEqual([])
})

test('SEC-04 API-07 success says so, clears the form and looks who is still signed in', async () => {
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

test('SEC-05 a refused change shows the server message, at the field it is about', async () => {
  answers['POST /api/auth/change-password'] = refuse(403, 'wrong-password', 'Wrong password.')
  await fillIn('not it', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Current password'))
  expect(field('New password').value).toBe('fine new words')
})

test('SEC-05 a refusal about the whole shows its message at the form', async () => {
  const message = 'Too many attempts. Please try again in 5 minutes.'
  answers['POST /api/auth/change-password'] = refuse(429, 'too-many-attempts', message)
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
})

test('SEC-05 a refusal without a readable message has words of its own', async () => {
  answers['POST /api/auth/change-password'] = () => new Response('<html>', { status: 400 })
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('Failed to update password')).toBeTruthy()
})

test('SEC-06 what nobody expected is said as such', async () => {
  answers['POST /api/auth/change-password'] = () => Promise.reject(new TypeError('offline'))
  await fillIn('old words', 'fine new words', 'fine new words')
  press('Update password')
  expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
})

test('an account without a password is told how to set one', async () => {
  answers['GET /api/user/security'] = () => Response.json({ ...security, hasPassword: false })
  showSection('security')
  const link = await screen.findByRole('link', { name: 'Set a password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(screen.getByText('Set a password first. Two-step sign-in requires one.')).toBeTruthy()
})
