import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'
import { drawPng } from '../support/images.ts'
import { createConfirmedMember, createMember, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let provider: TestIdentityProviderServer
let filesmith: TestFilesmith
beforeAll(async () => {
  provider = await startIdentityProviderServer()
  filesmith = await startFilesmith({ ...provider.env, PUBLIC_URL: 'https://files.example.org' })
})
afterAll(async () => {
  await filesmith.stop()
  await provider.close()
})
let lastId = 1000
afterEach(() => provider.answer('/login/oauth/access_token', undefined))

const newVisitor = () => createVisitor(filesmith.baseUrl)

/** A new user with a unique address at the provider. */
function newPerson(differences = {}) {
  const { username, email } = newCredentials()
  lastId += 1
  const person = { id: lastId, email, isEmailVerified: true, name: username, login: username, ...differences }
  provider.setPerson(person)
  return person
}

async function follow(visitor: Visitor, url: string): Promise<string> {
  const response = await visitor.fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

/** Signs in through the provider; returns the page it ends on. */
async function signInWith(visitor: Visitor, id: 'google' | 'github', next?: string): Promise<string> {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  const providerUrl = await follow(visitor, apiPaths.signInWith(id) + query)
  if (!providerUrl.startsWith(provider.url)) return providerUrl
  const callback = new URL((await fetch(providerUrl, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(callback.origin).toBe('https://files.example.org')
  return follow(visitor, callback.pathname + callback.search)
}

/** Connects the provider to the signed-in account; returns the page it ends on. */
async function connect(member: Visitor, id: 'google' | 'github'): Promise<string> {
  const begun = await member.post(apiPaths.connection(id))
  expect(begun.status).toBe(200)
  const { url } = (await begun.json()) as { url: string }
  const callback = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  return follow(member, callback.pathname + callback.search)
}

test.each(['google', 'github'] as const)(
  'sign-in with %s: creates an account and finds it again',
  async id => {
    const person = newPerson()
    const first = newVisitor()
    await first.convert(new Blob([new Uint8Array(await drawPng())]), 'before.png', { outputFormat: 'webp' })
    expect(await signInWith(first, id)).toBe('/')
    const { user } = await first.json<AuthStatus>(apiPaths.authStatus)
    expect(user).toMatchObject({ email: person.email, isEmailVerified: true, username: person.name })
    expect(await first.json(apiPaths.recentConversions)).toMatchObject([{ fileName: 'before.png' }])

    const again = newVisitor()
    expect(await signInWith(again, id)).toBe('/')
    expect((await again.json<AuthStatus>(apiPaths.authStatus)).user?.username).toBe(user?.username)
    // The account has no password, so an empty one does not work.
    const login = await newVisitor().post('/api/auth/login', { username: person.email, password: '' })
    expect(login.status).toBe(401)
  },
)

test('API-35 sign-in with provider: is rejected for a suspended account', async () => {
  const person = newPerson()
  expect(await signInWith(newVisitor(), 'github')).toBe('/')
  await runSql(filesmith.databaseUrl, 'update users set suspended_at = now() where email = $1', [
    person.email,
  ])
  const visitor = newVisitor()
  expect(await signInWith(visitor, 'github')).toBe('/sign-in?failed=account-suspended&provider=github')
  expect(await visitor.json(apiPaths.authStatus)).toEqual({ authenticated: false, user: null })
})

test('capabilities: list the configured providers', async () => {
  expect(await newVisitor().json(apiPaths.capabilities)).toMatchObject({ signInWith: ['google', 'github'] })
  const without = await startFilesmith({}, { hasWorker: false })
  const visitor = createVisitor(without.baseUrl)
  expect(await visitor.json(apiPaths.capabilities)).toMatchObject({ signInWith: [] })
  expect(await follow(visitor, apiPaths.signInWith('google'))).toBe(
    '/sign-in?failed=not-found&provider=google',
  )
  await without.stop()
})

test('sign-in with provider: rejects unconfirmed accounts and unverified addresses (account takeover)', async () => {
  const member = await createMember(filesmith.baseUrl)
  newPerson({ email: member.email })
  expect(await signInWith(newVisitor(), 'github')).toBe(
    '/sign-in?failed=provider-account-exists&provider=github',
  )
  newPerson({ isEmailVerified: false })
  expect(await signInWith(newVisitor(), 'google')).toBe(
    '/sign-in?failed=provider-email-unverified&provider=google',
  )
})

test('sign-in with provider: links the account with the same confirmed address', async () => {
  const member = await createMember(filesmith.baseUrl)
  await runSql(filesmith.databaseUrl, 'update users set email_verified_at = now() where username = $1', [
    member.username,
  ])
  newPerson({ email: member.email.toUpperCase() })
  const visitor = newVisitor()
  expect(await signInWith(visitor, 'google')).toBe('/')
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ user: { username: member.username } })
})

test('connections: connect and disconnect, unless it is the last sign-in method', async () => {
  const member = await createConfirmedMember(filesmith)
  const person = newPerson()
  expect(await connect(member, 'github')).toBe('/profile?section=security')
  const { connections } = await member.json<AccountSecurity>(apiPaths.security)
  expect(connections).toMatchObject([{ provider: 'github', label: expect.stringContaining(person.login) }])
  // An identity belongs to one account only.
  const other = await createConfirmedMember(filesmith)
  expect(await connect(other, 'github')).toBe(
    '/profile?section=security&failed=identity-taken&provider=github',
  )
  const visitor = newVisitor()
  expect(await signInWith(visitor, 'github')).toBe('/')
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ user: { username: member.username } })

  const disconnect = (who: Visitor) => who.fetch(apiPaths.connection('github'), { method: 'DELETE' })
  expect((await disconnect(member)).status).toBe(204)
  expect((await disconnect(member)).status).toBe(404)

  newPerson()
  const withoutPassword = newVisitor()
  await signInWith(withoutPassword, 'github')
  const reply = await disconnect(withoutPassword)
  expect([reply.status, await reply.json()]).toEqual([
    409,
    { code: 'last-way-in', message: 'This is your only sign-in method. Set a password first.' },
  ])
  const change = await withoutPassword.post(apiPaths.username, { username: 'new-name', password: '' })
  expect(await change.json()).toMatchObject({ code: 'no-password' })
})

test('sign-in with provider: the callback works once, in the same browser, with its state', async () => {
  newPerson()
  const visitor = newVisitor()
  const providerUrl = await follow(visitor, apiPaths.signInWith('github'))
  const callback = new URL((await fetch(providerUrl, { redirect: 'manual' })).headers.get('location') ?? '')
  const expired = '/sign-in?failed=sign-in-expired&provider=github'
  expect(await follow(newVisitor(), callback.pathname + callback.search)).toBe(expired)
  expect(
    await follow(visitor, `${callback.pathname}?code=${callback.searchParams.get('code')}&state=other`),
  ).toBe(expired)
  expect(await follow(visitor, callback.pathname + callback.search)).toBe(expired)
})

test('sign-in with provider: denied access and provider errors return to the sign-in page', async () => {
  provider.setPerson(null)
  expect(await signInWith(newVisitor(), 'google')).toBe('/sign-in?failed=provider-cancelled&provider=google')
  newPerson()
  provider.answer('/login/oauth/access_token', { status: 500, body: 'a stack' })
  expect(await signInWith(newVisitor(), 'github')).toBe('/sign-in?failed=provider-failed&provider=github')
})

test('sign-in with provider: requires the second step', async () => {
  const member = await createConfirmedMember(filesmith)
  newPerson()
  await connect(member, 'google')
  await runSql(filesmith.databaseUrl, 'update users set two_step_on_at = now() where username = $1', [
    member.username,
  ])
  const visitor = newVisitor()
  expect(await signInWith(visitor, 'google')).toBe('/sign-in?step=code')
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  expect((await visitor.post('/api/auth/login/code', { code: '000000' })).status).toBe(403)
})

test('PAY-01 sign-in with provider: returns to the checkout it came from, and rejects other targets (open redirect)', async () => {
  const checkout = '/checkout?planId=2&amount=4.99'
  const nextParam = 'next=%2Fcheckout%3FplanId%3D2%26amount%3D4.99'
  const person = newPerson()
  const visitor = newVisitor()
  expect(await signInWith(visitor, 'google', checkout)).toBe(checkout)
  expect(await signInWith(newVisitor(), 'google', '/.//evil.example/')).toBe('/')
  expect(await signInWith(newVisitor(), 'google', `/${'a'.repeat(1000)}`)).toBe('/')

  const { user } = await visitor.json<AuthStatus>(apiPaths.authStatus)
  await runSql(filesmith.databaseUrl, 'update users set two_step_on_at = now() where username = $1', [
    user?.username,
  ])
  expect(await signInWith(newVisitor(), 'google', checkout)).toBe(`/sign-in?step=code&${nextParam}`)
  provider.setPerson(null)
  expect(await signInWith(newVisitor(), 'google', checkout)).toBe(
    `/sign-in?failed=provider-cancelled&provider=google&${nextParam}`,
  )
  provider.setPerson(person)
})
