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

function enter(username: string, password: string) {
  fill('Username', username)
  fill('Password', password)
  press('Sign In')
}

test('SIN-01 SIN-02 SIN-03 username, password, remember me, and the ways to a new password and a new account', async () => {
  await openSignIn()
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(false)
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
  const links = screen.getAllByRole('link', { name: 'Sign Up' })
  expect(links.map(link => link.getAttribute('href'))).toContain('/sign-up')
})

test('SIN-04 whoever is signed in already goes to /, and sees no form on the way', async () => {
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
  'SIN-05 with username %j and password %j both are asked for and nothing is sent',
  async (username, password) => {
    await openSignIn()
    enter(username, password)
    expect(
      (await screen.findByText('Please enter both username and password')).closest('[role=alert]'),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(username === '' ? 'Username' : 'Password'))
    expect(sentTo('/api/auth/login')).toEqual([])
  },
)

test('SIN-06 API-04 success: the user is set, the toast says so, and the screen is left for /', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn()
  enter(' mara.holt ', ' copper lantern ')
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

test('SIN-09 remember me is sent along', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  enter('mara.holt', 'copper lantern')
  await waitFor(() => expect(sentTo('/api/auth/login')).toMatchObject([{ rememberMe: true }]))
})

test('SIN-07 a refusal is told by toast and stays in the form, with what was typed', async () => {
  answers.set(
    'POST /api/auth/login',
    refusal(429, 'too-many-attempts', 'Too many attempts. Please try again in 5 minutes.'),
  )
  await openSignIn()
  enter('mara.holt', 'wrong')
  expect(await screen.findByText('Too many attempts. Please try again in 5 minutes.')).toBeTruthy()
  expect(toasts.current()).toMatchObject({
    title: 'Login Failed',
    description: 'Too many attempts. Please try again in 5 minutes.',
    variant: 'destructive',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('mara.holt')
  expect(address()).toBe('/sign-in')
})

test('SIN-07 a refusal without words is an invalid username or password', async () => {
  answers.set('POST /api/auth/login', () => new Response('', { status: 401 }))
  await openSignIn()
  enter('mara.holt', 'wrong')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Login Failed',
      description: 'Invalid username or password',
    }),
  )
})

test('SIN-08 what nobody expected', async () => {
  answers.set('POST /api/auth/login', noAnswer)
  await openSignIn()
  enter('mara.holt', 'copper lantern')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Login Error',
      description: 'An unexpected error occurred. Please try again.',
    }),
  )
})

test('two presses send once', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers.set('POST /api/auth/login', () => promise)
  await openSignIn()
  enter('mara.holt', 'copper lantern')
  fireEvent.click(await screen.findByRole('button', { name: 'Signing in...' }))
  resolve(Response.json({ user: mara }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(sentTo('/api/auth/login')).toHaveLength(1)
})

test('after signing in one goes on to where one wanted to be, on this site only', async () => {
  answers.set('POST /api/auth/login', json({ user: mara }))
  await openSignIn('/sign-in?next=/forgot-password')
  expect(screen.getAllByRole('link', { name: 'Sign Up' }).map(link => link.getAttribute('href'))).toContain(
    '/sign-up?next=%2Fforgot-password',
  )
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
    '/forgot-password?next=%2Fforgot-password',
  )
  enter('mara.holt', 'copper lantern')
  await waitFor(() => expect(address()).toBe('/forgot-password'))
})

test('another site is nowhere to go on to', async () => {
  answers.set('GET /api/auth/status', signedInAs)
  visit('/sign-in?next=//evil.example')
  await waitFor(() => expect(address()).toBe('/'))
})

test('two-step sign-in: the code is asked for after the password', async () => {
  answers.set('POST /api/auth/login', json({ isCodeNeeded: true }, 202))
  answers.set('POST /api/auth/login/code', json({ user: mara }))
  await openSignIn('/sign-in?next=/forgot-password')
  enter('mara.holt', 'copper lantern')
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

test('two-step sign-in: a wrong code is said at the field; a recovery code does too', async () => {
  const words = 'This code is not right, or it has been used already.'
  answers.set('POST /api/auth/login/code', refusal(403, 'wrong-code', words))
  visit('/sign-in?step=code')
  fill((await screen.findByText('Code')).textContent ?? '', '000000')
  press('Continue')
  await waitFor(() => expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(words).id).toBe(screen.getByLabelText('Code').getAttribute('aria-describedby'))
  expect(toasts.current()).toMatchObject({ title: 'Login Failed', description: words })

  answers.set('POST /api/auth/login/code', json({ user: mara }))
  press('Use a recovery code instead')
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  expect(screen.getByLabelText('Recovery code').getAttribute('inputmode')).toBe('text')
  fill('Recovery code', 'k3m9-p2xw')
  press('Continue')
  await waitFor(() => expect(address()).toBe('/'))
  expect(sentTo('/api/auth/login/code')).toEqual([{ code: '000000' }, { code: 'k3m9-p2xw' }])
})

test('two-step sign-in: after ten minutes the password is asked for again, with the reason', async () => {
  const words = 'This sign-in has taken too long. Please enter your password again.'
  answers.set('POST /api/auth/login/code', refusal(401, 'sign-in-expired', words))
  visit('/sign-in?step=code')
  await screen.findByLabelText('Code')
  fill('Code', '123456')
  press('Continue')
  await screen.findByLabelText('Password')
  expect(screen.getByText(words)).toBeTruthy()
  expect(address()).toBe('/sign-in')
})

test('two-step sign-in: one can start over', async () => {
  visit('/sign-in?step=code&next=/profile')
  await screen.findByLabelText('Code')
  press('Start over')
  await screen.findByLabelText('Password')
  expect(address()).toBe('/sign-in?next=%2Fprofile')
})

test('Google and GitHub are offered where the server has them, as plain links', async () => {
  answers.set('GET /api/capabilities', capabilities({ signInWith: ['google', 'github'] }))
  await openSignIn()
  const google = await screen.findByRole('link', { name: 'Continue with Google' })
  expect(google.getAttribute('href')).toBe('/api/auth/with/google')
  expect(screen.getByRole('link', { name: 'Continue with GitHub' }).getAttribute('href')).toBe(
    '/api/auth/with/github',
  )
})

test('and not where it does not', async () => {
  await openSignIn()
  await screen.findAllByText('Advertisement')
  expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull()
})

test.each([
  ['provider-failed&provider=google', 'Signing in with Google did not work. Please try again.'],
  ['something-new&provider=google', 'An unexpected error occurred. Please try again.'],
])('coming back with failed=%s is told, once', async (search, words) => {
  await openSignIn(`/sign-in?failed=${search}`)
  expect(toasts.current()).toMatchObject({
    title: 'Login Failed',
    description: words,
    variant: 'destructive',
  })
  expect(screen.getByText(words)).toBeTruthy()
  expect(address()).toBe('/sign-in')
})
