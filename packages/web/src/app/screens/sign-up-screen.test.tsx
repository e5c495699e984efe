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

function enter(fields: Partial<typeof good>, { isAgreed }: { isAgreed: boolean }) {
  for (const [label, value] of Object.entries(fields)) fill(label, value)
  if (isAgreed) fireEvent.click(screen.getByRole('checkbox'))
  press('Create account')
}

const formMessage = async (words: string) =>
  expect((await screen.findByText(words)).closest('[role=alert]')).toBeTruthy()

test('SUP-01 SUP-02 SUP-03 the fields, the terms and the way to sign in', async () => {
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

test('SUP-04 whoever is signed in already goes to /, and sees no form on the way', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  visit('/sign-up')
  expect(screen.queryByLabelText('Username')).toBeNull()
  await waitFor(() => expect(address()).toBe('/'))
})

test('SUP-05 differing passwords are said first, whatever else is wrong', async () => {
  await openSignUp()
  enter({ Password: 'copper lantern' }, { isAgreed: false })
  await formMessage('Passwords do not match.')
  expect(screen.queryByText('You must agree to the terms and conditions.')).toBeNull()
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm password'))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test('SUP-06 then the terms, even with empty fields', async () => {
  await openSignUp()
  enter({}, { isAgreed: false })
  await formMessage('You must agree to the terms and conditions.')
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test.each([
  ['Username', { ...good, Username: '' }],
  ['Email', { ...good, Email: '' }],
  ['Password', { ...good, Password: '', 'Confirm password': '' }],
])('SUP-07 then what is empty: %s', async (label, fields) => {
  await openSignUp()
  enter(fields, { isAgreed: true })
  await formMessage('Please fill out all required fields.')
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(sentTo('/api/auth/register')).toEqual([])
})

test.each([
  [
    'Username',
    { ...good, Username: 'm!' },
    'A username has 3 to 30 letters, digits, dots, dashes or underscores, and begins with a letter or digit.',
  ],
  ['Email', { ...good, Email: 'mara@' }, 'Please enter a valid email address.'],
  [
    'Password',
    { ...good, Password: 'short', 'Confirm password': 'short' },
    'A password has at least 8 characters.',
  ],
  [
    'Password',
    { ...good, Password: 'mara.holt2024', 'Confirm password': 'mara.holt2024' },
    'This password is too easy to guess. Please choose another one.',
  ],
])('what the server would refuse is said at the field before: %s', async (label, fields, words) => {
  await openSignUp()
  enter(fields, { isAgreed: true })
  const complaint = await screen.findByText(words)
  expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toBe(complaint.id)
  expect(sentTo('/api/auth/register')).toEqual([])
})

test('SUP-09 SUP-10 API-05 success: welcome, and signed in on /', async () => {
  answers.set('POST /api/auth/register', json({ user: mara }, 201))
  await openSignUp()
  enter(good, { isAgreed: true })
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

test('SUP-11 a refusal is told by toast and stays in the form', async () => {
  const words = 'This username or email address cannot be used. If it is yours, please sign in.'
  answers.set('POST /api/auth/register', refusal(409, 'account-exists', words))
  await openSignUp()
  enter(good, { isAgreed: true })
  await formMessage(words)
  expect(toasts.current()).toMatchObject({
    title: 'Registration Failed',
    description: words,
    variant: 'destructive',
  })
})

test('SUP-11 a refusal without words', async () => {
  answers.set('POST /api/auth/register', () => new Response('', { status: 400 }))
  await openSignUp()
  enter(good, { isAgreed: true })
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Registration Failed',
      description: 'Could not create account',
    }),
  )
})

test('SUP-12 what nobody expected', async () => {
  answers.set('POST /api/auth/register', noAnswer)
  await openSignUp()
  enter(good, { isAgreed: true })
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Registration Error',
      description: 'An unexpected error occurred. Please try again.',
    }),
  )
})

test('the strength of the password is shown while it is typed, and knows the name', async () => {
  await openSignUp()
  fill('Username', 'lighthouse')
  fill('Password', 'lighthouse1')
  expect(screen.getByText('Too easy to guess.')).toBeTruthy()
  fill('Password', 'copper lantern tugboat')
  expect(screen.getByText('Strong.')).toBeTruthy()
})
