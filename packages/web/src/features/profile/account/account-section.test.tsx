import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
  ada,
  answers,
  callsTo,
  done,
  press,
  refuse,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const accepted = () => Response.json({}, { status: 202 })

test('ACC-01 username and email are shown read-only, with the day one became a member', () => {
  showSection('account')
  const main = screen.getByRole('region', { name: 'Your details' })
  for (const words of ['ada', 'ada@example.com']) expect(within(main).getByText(words)).toBeTruthy()
  expect(within(main).queryByRole('textbox')).toBeNull()
  const since = main.querySelector('time')
  expect(since?.dateTime).toBe('2026-03-14T10:00:00.000Z')
  expect(since?.textContent).toContain('2026')
})

test('ACC-02 Edit changes the username with the password, and the page knows the new name', async () => {
  const renamed = { ...ada, username: 'countess' }
  answers['POST /api/user/username'] = () => Response.json({ user: renamed })
  const queryClient = showSection('account')
  press('Edit username')
  expect(document.activeElement).toBe(screen.getByLabelText('New username'))
  type('New username', 'countess')
  type('Your password', 'correct horse')
  press('Save')
  await waitFor(() => expect(toasts.current()?.title).toBe('Username changed'))
  expect(callsTo('POST', '/api/user/username')).toEqual([{ username: 'countess', password: 'correct horse' }])
  expect(queryClient.getQueryData(['/api/auth/status'])).toEqual({ authenticated: true, user: renamed })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit username' })),
  )
})

test('ACC-02 without the password nothing is sent', () => {
  showSection('account')
  press('Edit username')
  type('New username', 'countess')
  press('Save')
  return waitFor(() => {
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
    expect(callsTo('POST', '/api/user/username')).toEqual([])
  })
})

test.each([
  [403, 'wrong-password', 'The password is not right.', 'Your password'],
  [409, 'username-taken', 'This username is taken. Please choose another one.', 'New username'],
])('ACC-02 a refusal (%d %s) stands at its field', async (status, code, message, field) => {
  answers['POST /api/user/username'] = refuse(status, code, message)
  showSection('account')
  press('Edit username')
  type('New username', 'countess')
  type('Your password', 'correct horse')
  press('Save')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true')
})

test('ACC-02 a name that cannot be one is said before anything is sent', async () => {
  showSection('account')
  press('Edit username')
  type('New username', '.x')
  type('Your password', 'correct horse')
  press('Save')
  expect(
    await screen.findByText(
      'Use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter or digit.',
    ),
  ).toBeTruthy()
  expect(callsTo('POST', '/api/user/username')).toEqual([])
})

test('ACC-03 Edit sends a link to the new address, and the present one stays until it is opened', async () => {
  answers['POST /api/user/email'] = accepted
  showSection('account')
  press('Edit email')
  type('New email address', ' new@example.com ')
  type('Your password', 'correct horse')
  press('Save')
  expect(
    await screen.findByText('We sent a link to new@example.com; the address changes when you open it.'),
  ).toBeTruthy()
  expect(callsTo('POST', '/api/user/email')).toEqual([
    { email: 'new@example.com', password: 'correct horse' },
  ])
  expect(screen.getByText('ada@example.com')).toBeTruthy()
})

test('ACC-03 an address that is none is said at its field and not sent', async () => {
  showSection('account')
  press('Edit email')
  type('New email address', 'nowhere')
  type('Your password', 'correct horse')
  press('Save')
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy()
  expect(callsTo('POST', '/api/user/email')).toEqual([])
})

test('an address that is not confirmed says so, and the link can be sent again', async () => {
  answers['POST /api/user/email/link'] = accepted
  showSection('account', { ...ada, isEmailVerified: false })
  expect(screen.getByText('Not confirmed')).toBeTruthy()
  press('Send the link again')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Link sent',
      description: 'Look into the mailbox of ada@example.com.',
    }),
  )
  expect(callsTo('POST', '/api/user/email/link')).toHaveLength(1)
})

test('a confirmed address says nothing about it', () => {
  answers['POST /api/user/email/link'] = done
  showSection('account')
  expect(screen.queryByText('Not confirmed')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
})

test('everything we keep can be taken away, by a plain download', () => {
  showSection('account')
  const link = screen.getByRole('link', { name: 'Download my data' })
  expect(link.getAttribute('href')).toBe('/api/user/export')
  expect(screen.getByText(/in one zip file/).textContent).toMatch(/as JSON, and your files/)
})
