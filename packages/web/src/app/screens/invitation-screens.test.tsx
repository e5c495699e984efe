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
  noContent,
  press,
  refusal,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const linksTo = (path: string) =>
  screen.getAllByRole('link').filter(link => link.getAttribute('href')?.startsWith(path))

function fillAccount(more: Record<string, string> = {}) {
  const fields = {
    Username: 'mara.holt',
    Password: 'copper lantern',
    'Confirm password': 'copper lantern',
    ...more,
  }
  for (const [label, value] of Object.entries(fields)) fill(label, value)
}

test.each([
  ['invite', 'By invitation only', /you need an invitation link/],
  ['closed', 'Sign-up is closed', /created by its administrator/],
])('SignUpForm: with SIGN_UP=%s it says why there is no form', async (signUp, title, text) => {
  answers.set('GET /api/capabilities', capabilities({ signUp, signInWith: ['github'] }))
  visit('/sign-up?next=/tools')
  await heading(title)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByLabelText('Username')).toBeNull()
  expect(screen.queryByText(/Continue with/)).toBeNull()
  expect(linksTo('/sign-in').map(link => link.getAttribute('href'))).toContain('/sign-in?next=%2Ftools')
})

test.each(['invite', 'closed'])('links to sign-up: vanish with SIGN_UP=%s', async signUp => {
  answers.set('GET /api/capabilities', capabilities({ signUp }))
  visit('/sign-in')
  await heading('Sign In')
  await waitFor(() => expect(linksTo('/sign-up')).toEqual([]))
})

test('links to sign-up: vanish before the capabilities are loaded, by the document', async () => {
  document.documentElement.dataset.signUp = 'invite'
  answers.set('GET /api/capabilities', () => new Promise<Response>(() => undefined))
  visit('/sign-in')
  await heading('Sign In')
  expect(linksTo('/sign-up')).toEqual([])
  delete document.documentElement.dataset.signUp
})

test('Invitation: creates an account with the token, for the address it is bound to', async () => {
  answers.set('GET /api/capabilities', capabilities({ signUp: 'invite', signInWith: ['github'] }))
  answers.set('POST /api/auth/invitation', json({ email: 'mara@lighthouse.example' }))
  answers.set('POST /api/auth/register', json({ user: mara }, 201))
  visit('/invitation?token=abc')
  await heading('Accept your invitation')
  const email = (await screen.findByLabelText('Email')) as HTMLInputElement
  expect([email.value, email.readOnly]).toEqual(['mara@lighthouse.example', true])
  expect(screen.getByText('The invitation is for this address.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Continue with GitHub/ }).getAttribute('href')).toBe(
    '/api/auth/with/github?invitation=abc',
  )
  fillAccount()
  fireEvent.click(screen.getByRole('checkbox'))
  press('Create account')
  await waitFor(() => expect(address()).toBe('/'))
  expect(sentTo('/api/auth/invitation')).toEqual([{ token: 'abc' }])
  expect(sentTo('/api/auth/register')).toEqual([
    {
      username: 'mara.holt',
      email: 'mara@lighthouse.example',
      password: 'copper lantern',
      invitation: 'abc',
    },
  ])
})

test('Invitation: an invitation for anyone leaves the address to the guest', async () => {
  answers.set('GET /api/capabilities', capabilities({ signUp: 'invite' }))
  answers.set('POST /api/auth/invitation', json({ email: null }))
  answers.set(
    'POST /api/auth/register',
    refusal(403, 'invitation-other-email', 'This invitation is for another email address.'),
  )
  visit('/invitation?token=abc')
  await screen.findByLabelText('Email')
  fillAccount({ Email: 'other@lighthouse.example' })
  fireEvent.click(screen.getByRole('checkbox'))
  press('Create account')
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(toasts.current()).toMatchObject({ description: 'This invitation is for another email address.' })
})

test('Invitation: says that it no longer works, and can be retried after a failure', async () => {
  answers.set('GET /api/capabilities', capabilities({ signUp: 'invite' }))
  answers.set('POST /api/auth/invitation', noAnswer)
  visit('/invitation?token=abc')
  await heading('Could not check your invitation')
  answers.set('POST /api/auth/invitation', refusal(410, 'invitation-invalid', 'No longer works.'))
  press('Try again')
  await heading('This invitation no longer works')
  expect(linksTo('/sign-in').length).toBeGreaterThan(0)
})

test('Invitation: on a site where everyone can sign up it opens the sign-up page', async () => {
  visit('/invitation?token=abc')
  await waitFor(() => expect(address()).toBe('/sign-up'))
})

test('SetUp: creates the operator without terms and opens the admin area', async () => {
  answers.set('POST /api/set-up/check', noContent)
  answers.set('POST /api/set-up', json({ user: { ...mara, isOperator: true } }, 201))
  visit('/set-up?token=abc')
  await heading('Set up Filesmith')
  await screen.findByLabelText('Username')
  expect(screen.queryByRole('checkbox')).toBeNull()
  fillAccount({ Email: 'mara@lighthouse.example' })
  press('Create operator account')
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(sentTo('/api/set-up')).toEqual([
    {
      username: 'mara.holt',
      email: 'mara@lighthouse.example',
      password: 'copper lantern',
      token: 'abc',
    },
  ])
  expect(toasts.current()).toMatchObject({ title: 'Filesmith is set up' })
})

test('SetUp: shows how to get a new link if this one expired', async () => {
  answers.set('POST /api/set-up/check', refusal(410, 'link-invalid', 'No longer works.'))
  visit('/set-up?token=abc')
  await heading('This link no longer works')
  expect(screen.getByText('npm run admin -- set-up-link')).toBeTruthy()
})

test('SetUp: shows 404 once an operator exists', async () => {
  answers.set('POST /api/set-up/check', refusal(404, 'not-found', 'Not found.'))
  visit('/set-up?token=abc')
  expect(await screen.findByText(/404/)).toBeTruthy()
})
