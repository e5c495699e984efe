import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  address,
  answers,
  capabilities,
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

const signedInAs = json({ authenticated: true, user: mara })

async function openSignIn(path = '/sign-in') {
  visit(path)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
}

function submit(username: string, password: string) {
  fill('Username', username)
  fill('Password', password)
  press('Sign In')
}

test('SIN-01 SIN-02 SIN-03 SignIn: shows username, password, remember me, and links to password reset and sign-up', async () => {
  await openSignIn()
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(false)
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
  const links = screen.getAllByRole('link', { name: 'Sign Up' })
  expect(links.map(link => link.getAttribute('href'))).toContain('/sign-up')
})

test('SIN-04 SignInScreen: redirects signed-in users to / without showing the form', async () => {
  answers.set('GET /api/auth/status', signedInAs)
  visit('/sign-in')
  expect(screen.queryByLabelText('Username')).toBeNull()
  await waitFor(() => expect(address()).toBe('/'))
})

test.each([
  ['', ''],
  ['mara.holt', ''],
  ['', 'copper lantern'],
])(
  'SIN-05 SignIn: with username %j and password %j asks for both and sends nothing',
  async (username, password) => {
    await openSignIn()
    submit(username, password)
    expect(
      (await screen.findByText('Please enter both username and password')).closest('[role=alert]'),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(username === '' ? 'Username' : 'Password'))
    expect(sentTo('/api/auth/login')).toEqual([])
  },
)

test('SIN-06 API-04 SignIn: on success sets the user, shows a toast and navigates to /', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn()
  submit(' mara.holt ', ' copper lantern ')
  await waitFor(() => expect(address()).toBe('/'))
  expect(toasts.current()).toMatchObject({
    title: 'Success',
    description: 'You have successfully logged in',
    variant: 'default',
  })
  expect(sentTo('/api/auth/login')).toEqual([
    { username: 'mara.holt', password: ' copper lantern ', rememberMe: false },
  ])
  expect(await screen.findByRole('button', { name: 'Account menu of mara.holt' })).toBeTruthy()
})

test('SIN-09 SignIn: sends remember me', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  submit('mara.holt', 'copper lantern')
  await waitFor(() => expect(sentTo('/api/auth/login')).toMatchObject([{ rememberMe: true }]))
})

test('SIN-07 SignIn: shows a rejection as a toast and in the form, and keeps the input', async () => {
  answers.set(
    'POST /api/auth/login',
    refusal(429, 'too-many-attempts', 'Too many attempts. Please try again in 5 minutes.'),
  )
  await openSignIn()
  submit('mara.holt', 'wrong')
  expect(await screen.findByText('Too many attempts. Please try again in 5 minutes.')).toBeTruthy()
  expect(toasts.current()).toMatchObject({
    title: 'Login Failed',
    description: 'Too many attempts. Please try again in 5 minutes.',
    variant: 'destructive',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('mara.holt')
  expect(address()).toBe('/sign-in')
})

test('SIN-07 SignIn: shows a rejection without a message as invalid credentials', async () => {
  answers.set('POST /api/auth/login', () => new Response('', { status: 401 }))
  await openSignIn()
  submit('mara.holt', 'wrong')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Login Failed',
      description: 'Invalid username or password',
    }),
  )
})

test('SIN-08 SignIn: shows unexpected errors', async () => {
  answers.set('POST /api/auth/login', noAnswer)
  await openSignIn()
  submit('mara.holt', 'copper lantern')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Login Error',
      description: 'An unexpected error occurred. Please try again.',
    }),
  )
})

test('SignIn: clicking twice sends one request', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/auth/login', () => promise)
  await openSignIn()
  submit('mara.holt', 'copper lantern')
  fireEvent.click(await screen.findByRole('button', { name: 'Signing in...' }))
  resolve(Response.json({ user: mara }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(sentTo('/api/auth/login')).toHaveLength(1)
})

test('SignIn: navigates to the next path after signing in and passes it to the other forms', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn('/sign-in?next=/forgot-password')
  expect(screen.getAllByRole('link', { name: 'Sign Up' }).map(link => link.getAttribute('href'))).toContain(
    '/sign-up?next=%2Fforgot-password',
  )
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
    '/forgot-password?next=%2Fforgot-password',
  )
  submit('mara.holt', 'copper lantern')
  await waitFor(() => expect(address()).toBe('/forgot-password'))
})

test('SignInScreen: ignores a next parameter of another site (open redirect)', async () => {
  answers.set('GET /api/auth/status', signedInAs)
  visit('/sign-in?next=//evil.example')
  await waitFor(() => expect(address()).toBe('/'))
})

test('SignIn: two-step sign-in asks for the code after the password', async () => {
  answers.set('POST /api/auth/login', json({ isCodeNeeded: true }, 202))
  answers.set('POST /api/auth/login/code', json({ user: mara }))
  await openSignIn('/sign-in?next=/forgot-password')
  submit('mara.holt', 'copper lantern')
  const input = await screen.findByLabelText('Code')
  expect(input.getAttribute('autocomplete')).toBe('one-time-code')
  expect(input.getAttribute('inputmode')).toBe('numeric')
  expect(document.activeElement).toBe(input)
  fill('Code', '123 456')
  press('Continue')
  await waitFor(() => expect(address()).toBe('/forgot-password'))
  expect(sentTo('/api/auth/login/code')).toEqual([{ code: '123456' }])
  expect(toasts.current()).toMatchObject({ title: 'Success' })
})

test('SignIn: two-step sign-in shows a wrong code at the field and accepts a recovery code', async () => {
  const text = 'Wrong code, or it was already used.'
  answers.set('POST /api/auth/login/code', refusal(403, 'wrong-code', text))
  visit('/sign-in?step=code')
  fill((await screen.findByText('Code')).textContent ?? '', '000000')
  press('Continue')
  await waitFor(() => expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(text).id).toBe(screen.getByLabelText('Code').getAttribute('aria-describedby'))
  expect(toasts.current()).toMatchObject({ title: 'Login Failed', description: text })

  answers.set('POST /api/auth/login/code', json({ user: mara }))
  press('Use a recovery code instead')
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  expect(screen.getByLabelText('Recovery code').getAttribute('inputmode')).toBe('text')
  fill('Recovery code', 'k3m9-p2xw')
  press('Continue')
  await waitFor(() => expect(address()).toBe('/'))
  expect(sentTo('/api/auth/login/code')).toEqual([{ code: '000000' }, { code: 'k3m9-p2xw' }])
})

test('SignIn: two-step sign-in asks for the password again when it has expired', async () => {
  const text = 'This sign-in has expired. Please enter your password again.'
  answers.set('POST /api/auth/login/code', refusal(401, 'sign-in-expired', text))
  visit('/sign-in?step=code')
  await screen.findByLabelText('Code')
  fill('Code', '123456')
  press('Continue')
  await screen.findByLabelText('Password')
  expect(screen.getByText(text)).toBeTruthy()
  expect(address()).toBe('/sign-in')
})

test('SignIn: two-step sign-in can be restarted', async () => {
  visit('/sign-in?step=code&next=/profile')
  await screen.findByLabelText('Code')
  press('Start over')
  await screen.findByLabelText('Password')
  expect(address()).toBe('/sign-in?next=%2Fprofile')
})

test('SignIn: offers the configured identity providers as plain links', async () => {
  answers.set('GET /api/capabilities', capabilities({ signInWith: ['google', 'github'] }))
  await openSignIn()
  const google = await screen.findByRole('link', { name: 'Continue with Google' })
  expect(google.getAttribute('href')).toBe('/api/auth/with/google')
  expect(screen.getByRole('link', { name: 'Continue with GitHub' }).getAttribute('href')).toBe(
    '/api/auth/with/github',
  )
})

test('SignIn: offers no identity providers when none is configured', async () => {
  await openSignIn()
  await screen.findAllByText('Advertisement')
  expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull()
})

test.each([
  ['provider-failed&provider=google', 'Could not sign in with Google. Please try again.'],
  ['something-new&provider=google', 'An unexpected error occurred. Please try again.'],
])('SignIn: shows failed=%s after a redirect, once', async (search, text) => {
  await openSignIn(`/sign-in?failed=${search}`)
  expect(toasts.current()).toMatchObject({
    title: 'Login Failed',
    description: text,
    variant: 'destructive',
  })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(address()).toBe('/sign-in')
})
