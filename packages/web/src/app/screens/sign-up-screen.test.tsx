import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  fill,
  json,
  noAnswer,
  press,
  refusal,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()

const good = {
  Username: 'mara.holt',
  Email: 'mara@lighthouse.example',
  Password: 'copper lantern',
  'Confirm password': 'copper lantern',
}

async function openSignUp() {
  visit('/sign-up')
  await screen.findByRole('heading', { level: 1, name: 'Sign Up' })
}

function submit(fields: Partial<typeof good>, { isAgreed }: { isAgreed: boolean }) {
  for (const [label, value] of Object.entries(fields)) fill(label, value)
  if (isAgreed) fireEvent.click(screen.getByRole('checkbox'))
  press('Create account')
}

const formMessage = async (text: string) =>
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy()

test('SUP-01 SUP-02 SUP-03 SignUpForm: shows the fields, the terms and a link to sign in', async () => {
  await openSignUp()
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email')
  for (const label of ['Password', 'Confirm password'])
    expect(screen.getByLabelText(label).getAttribute('autocomplete')).toBe('new-password')
  expect(
    screen.getByRole('checkbox', { name: 'I agree to the Terms of Service and the Privacy Policy' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms')
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy')
  expect(screen.getAllByRole('link', { name: 'Sign In' }).map(link => link.getAttribute('href'))).toContain(
    '/sign-in',
  )
})

test('SUP-04 SignUpScreen: redirects signed-in users to / without showing the form', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  visit('/sign-up')
  expect(screen.queryByLabelText('Username')).toBeNull()
  await waitFor(() => expect(address()).toBe('/'))
})

test('SUP-05 SignUpForm: reports different passwords first', async () => {
  await openSignUp()
  submit({ Password: 'copper lantern' }, { isAgreed: false })
  await formMessage('Passwords do not match.')
  expect(screen.queryByText('You must agree to the terms and conditions.')).toBeNull()
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test('SUP-06 SignUpForm: reports missing consent to the terms second, even with empty fields', async () => {
  await openSignUp()
  submit({}, { isAgreed: false })
  await formMessage('You must agree to the terms and conditions.')
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test.each([
  ['Username', { ...good, Username: '' }],
  ['Email', { ...good, Email: '' }],
  ['Password', { ...good, Password: '', 'Confirm password': '' }],
])('SUP-07 SignUpForm: reports empty fields third: %s', async (label, fields) => {
  await openSignUp()
  submit(fields, { isAgreed: true })
  await formMessage('Please fill out all required fields.')
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test.each([
  [
    'Username',
    { ...good, Username: 'm!' },
    'Use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter or digit.',
  ],
  ['Email', { ...good, Email: 'mara@' }, 'Please enter a valid email address.'],
  [
    'Password',
    { ...good, Password: 'short', 'Confirm password': 'short' },
    'Password must be at least 8 characters.',
  ],
  [
    'Password',
    { ...good, Password: 'mara.holt2024', 'Confirm password': 'mara.holt2024' },
    'This password is too easy to guess. Please choose another one.',
  ],
])('SignUpForm: validates the field before sending: %s', async (label, fields, text) => {
  await openSignUp()
  submit(fields, { isAgreed: true })
  const error = await screen.findByText(text)
  expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(error.id)
  expect(sentTo('/api/auth/register')).toEqual([])
})

test('SUP-09 SUP-10 API-05 SignUpForm: on success shows a welcome toast and signs in on /', async () => {
  answers.set('POST /api/auth/register', json({ user: mara }, 201))
  await openSignUp()
  submit(good, { isAgreed: true })
  await waitFor(() => expect(address()).toBe('/'))
  expect(toasts.current()).toMatchObject({
    title: 'Account created',
    description: 'Welcome to Filesmith! Your account has been created.',
    variant: 'default',
  })
  expect(sentTo('/api/auth/register')).toEqual([
    { username: 'mara.holt', email: 'mara@lighthouse.example', password: 'copper lantern' },
  ])
  expect(await screen.findByRole('button', { name: 'Account menu of mara.holt' })).toBeTruthy()
})

test('SUP-11 SignUpForm: shows a rejection as a toast and in the form', async () => {
  const text = 'This username or email address cannot be used. If it is yours, please sign in.'
  answers.set('POST /api/auth/register', refusal(409, 'account-exists', text))
  await openSignUp()
  submit(good, { isAgreed: true })
  await formMessage(text)
  expect(toasts.current()).toMatchObject({
    title: 'Registration Failed',
    description: text,
    variant: 'destructive',
  })
})

test('SUP-11 SignUpForm: shows a taken username at its field', async () => {
  const text = 'This username is taken. Please choose another one.'
  answers.set('POST /api/auth/register', refusal(409, 'username-taken', text))
  await openSignUp()
  submit(good, { isAgreed: true })
  const field = screen.getByLabelText('Username')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text)
})

test('SUP-11 SignUpForm: shows the default text for a rejection without a message', async () => {
  answers.set('POST /api/auth/register', () => new Response('', { status: 400 }))
  await openSignUp()
  submit(good, { isAgreed: true })
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Registration Failed',
      description: 'Could not create account',
    }),
  )
})

test('SUP-12 SignUpForm: shows unexpected errors', async () => {
  answers.set('POST /api/auth/register', noAnswer)
  await openSignUp()
  submit(good, { isAgreed: true })
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Registration Error',
      description: 'An unexpected error occurred. Please try again.',
    }),
  )
})

test('SignUpForm: shows the password strength while typing and rejects the username as a password', async () => {
  await openSignUp()
  fill('Username', 'lighthouse')
  fill('Password', 'lighthouse1')
  expect(screen.getByText('Too easy to guess.')).toBeTruthy()
  fill('Password', 'copper lantern tugboat')
  expect(screen.getByText('Strong.')).toBeTruthy()
})
