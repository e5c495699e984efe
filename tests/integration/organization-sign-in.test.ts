/** Organization sign-in against a real OpenID provider. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConfirmedMember, createMember, newCredentials, runSql } from '../support/member.ts'
import {
  type OrganizationPerson,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../support/openid-provider.ts'
import {
  connectOrganization,
  redirectOf,
  signInWithOrganization,
  visitProvider,
} from '../support/organization-sign-in-flow.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'
const refused = (code: string) => `/sign-in?failed=${code}&provider=organisation`

let provider: TestOpenIdProvider
let filesmith: TestFilesmith
beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl })
  filesmith = await startFilesmith(
    { ...provider.env, PUBLIC_URL: publicUrl, OIDC_LOGOUT: 'true' },
    { hasWorker: false },
  )
})
afterAll(async () => {
  await filesmith.stop()
  await provider.close()
})

const newVisitor = (site = filesmith) => createVisitor(site.baseUrl)

/** Adds a new user with a unique address at the provider. */
function newPerson(differences: OrganizationPerson = {}) {
  const { username: login, email } = newCredentials()
  const person = { email, email_verified: true, name: login, ...differences }
  provider.addPerson(login, person)
  return { login, ...person }
}

/** Starts another Filesmith with other settings on the same database. */
async function withSettings(env: Record<string, string>, work: (site: TestFilesmith) => Promise<void>) {
  const shared = { PUBLIC_URL: publicUrl, DATABASE_URL: filesmith.databaseUrl }
  const site = await startFilesmith({ ...provider.env, ...shared, ...env }, { hasWorker: false })
  try {
    await work(site)
  } finally {
    await site.stop()
  }
}

test('organization sign-in: creates an account, and finds it again by subject', async () => {
  expect(await newVisitor().json(apiPaths.capabilities)).toMatchObject({
    signInWith: ['organisation'],
    organisation: { name: 'Vulcan Works', isOnlyWay: false },
  })
  const { login, email } = newPerson()
  const first = newVisitor()
  expect(await signInWithOrganization(first, login, '/pricing')).toBe('/pricing')
  const { user } = await first.json<AuthStatus>(apiPaths.authStatus)
  expect(user).toMatchObject({ email, isEmailVerified: true, username: login })
  const { connections } = await first.json<AccountSecurity>(apiPaths.security)
  expect(connections).toMatchObject([{ provider: 'organisation', label: email }])

  // Identified by the subject, even after the address has changed.
  provider.addPerson(login, { email: `new-${email}`, email_verified: true, name: 'Another Name' })
  const again = newVisitor()
  expect(await signInWithOrganization(again, login)).toBe('/')
  expect((await again.json<AuthStatus>(apiPaths.authStatus)).user).toMatchObject({ username: login, email })
})

test('organization sign-in: works for a public client with PKCE and claims in the ID token', async () => {
  const withClaims = await startOpenIdProvider({ publicUrl, hasClaimsInToken: true })
  await withSettings({ ...withClaims.publicEnv, OIDC_CLIENT_SECRET: '' }, async site => {
    withClaims.addPerson('ada', { email: 'ada@works.example.org', email_verified: true, name: 'Ada Smith' })
    const visitor = newVisitor(site)
    expect(await signInWithOrganization(visitor, 'ada')).toBe('/')
    expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user?.username).toBe('Ada.Smith')
  })
  await withClaims.close()
})

test('organization sign-in: equal subjects of two issuers are different accounts', async () => {
  const other = await startOpenIdProvider({ publicUrl })
  const { login } = newPerson()
  const here = newVisitor()
  await signInWithOrganization(here, login)
  other.addPerson(login, { email: `other-${login}@example.org`, email_verified: true, name: 'Other' })
  await withSettings(other.env, async site => {
    const visitor = newVisitor(site)
    await signInWithOrganization(visitor, login)
    expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user?.email).toBe(
      `other-${login}@example.org`,
    )
  })
  await other.close()
})

test('organization sign-in: rejects unverified addresses; OIDC_TRUST_EMAIL accepts a missing claim', async () => {
  const denied = newPerson({ email_verified: false })
  const { email, name } = newPerson()
  provider.addPerson('silent', { email, name })
  provider.addPerson('nameless', { name })
  expect(await signInWithOrganization(newVisitor(), denied.login)).toBe(refused('provider-email-unverified'))
  expect(await signInWithOrganization(newVisitor(), 'silent')).toBe(refused('provider-email-unverified'))
  expect(await signInWithOrganization(newVisitor(), 'nameless')).toBe(refused('provider-email-missing'))
  await withSettings({ OIDC_TRUST_EMAIL: 'true' }, async site => {
    expect(await signInWithOrganization(newVisitor(site), 'silent')).toBe('/')
    expect(await signInWithOrganization(newVisitor(site), denied.login)).toBe(
      refused('provider-email-unverified'),
    )
  })
})

test('organization sign-in: OIDC_ALLOWED_DOMAINS applies to new and existing accounts', async () => {
  const known = newPerson()
  expect(await signInWithOrganization(newVisitor(), known.login)).toBe('/')
  const colleague = newPerson({ email: `${known.login}@Works.Example.com` })
  const sub = newPerson({ email: `${known.login}@evil.works.example.com` })
  const pretender = newPerson({ email: `${known.login}-2@works.example.com`, email_verified: false })
  await withSettings({ OIDC_ALLOWED_DOMAINS: 'works.example.com, @forge.example' }, async site => {
    for (const { login } of [known, sub])
      expect(await signInWithOrganization(newVisitor(site), login)).toBe(refused('provider-domain-refused'))
    expect(await signInWithOrganization(newVisitor(site), pretender.login)).toBe(
      refused('provider-email-unverified'),
    )
    expect(await signInWithOrganization(newVisitor(site), colleague.login)).toBe('/')
    const member = await createConfirmedMember(site)
    expect(await connectOrganization(member, sub.login)).toBe(
      '/profile?section=security&failed=provider-domain-refused&provider=organisation',
    )
  })
})

test('organization sign-in: links an account with the same address only if it is confirmed (account takeover)', async () => {
  const member = await createMember(filesmith.baseUrl)
  const { login } = newPerson({ email: member.email.toUpperCase() })
  expect(await signInWithOrganization(newVisitor(), login)).toBe(refused('provider-account-exists'))
  await runSql(filesmith.databaseUrl, 'update users set email_verified_at = now() where username = $1', [
    member.username,
  ])
  const visitor = newVisitor()
  expect(await signInWithOrganization(visitor, login)).toBe('/')
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ user: { username: member.username } })
})

test('organization sign-in: with OIDC_CREATES_ACCOUNTS=false existing accounts still work', async () => {
  const { login } = newPerson()
  const stranger = newPerson()
  await signInWithOrganization(newVisitor(), login)
  await withSettings({ OIDC_CREATES_ACCOUNTS: 'false' }, async site => {
    expect(await signInWithOrganization(newVisitor(site), login)).toBe('/')
    expect(await signInWithOrganization(newVisitor(site), stranger.login)).toBe(
      refused('provider-no-account'),
    )
  })
})

test('organization sign-in: the callback works once and only in the same browser, and a code only with its verifier', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const begin = async () => redirectOf(visitor, apiPaths.signInWith('organisation'))
  const callback = await visitProvider(await begin(), login)
  const address = callback.pathname + callback.search
  expect(await redirectOf(newVisitor(), address)).toBe(refused('sign-in-expired'))
  const changed = new URL(callback)
  changed.searchParams.set('state', 'another')
  expect(await redirectOf(visitor, changed.pathname + changed.search)).toBe(refused('sign-in-expired'))
  // The OAuth transaction ends with the first callback, valid or not.
  expect(await redirectOf(visitor, address)).toBe(refused('sign-in-expired'))

  // Injected into another transaction, the code does not match its PKCE verifier.
  const state = new URL(await begin()).searchParams.get('state') ?? ''
  changed.searchParams.set('state', state)
  expect(await redirectOf(visitor, changed.pathname + changed.search)).toBe(refused('provider-failed'))
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
})

test('organization sign-in: a used code is rejected, even with the same transaction cookie', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const callback = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  const transaction = visitor.cookies.get('__Host-filesmith_errand') ?? ''
  expect(await redirectOf(visitor, callback.pathname + callback.search)).toBe('/')
  const thief = newVisitor()
  thief.cookies.set('__Host-filesmith_errand', transaction)
  expect(await redirectOf(thief, callback.pathname + callback.search)).toBe(refused('provider-failed'))
})

test('organization sign-in: rejects a callback with another issuer (mix-up attack)', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const callback = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  callback.searchParams.set('iss', 'https://evil.example')
  expect(await redirectOf(visitor, callback.pathname + callback.search)).toBe(refused('provider-failed'))
})

test('organization sign-in: distinguishes denied access from provider errors', async () => {
  expect(await signInWithOrganization(newVisitor(), null)).toBe(refused('provider-cancelled'))
  const visitor = newVisitor()
  const providerUrl = new URL(await redirectOf(visitor, apiPaths.signInWith('organisation')))
  const answer = new URLSearchParams({
    error: 'server_error',
    state: providerUrl.searchParams.get('state') ?? '',
  })
  expect(await redirectOf(visitor, `${apiPaths.signInWithReturn('organisation')}?${answer}`)).toBe(
    refused('provider-failed'),
  )
})

test('organization sign-in: accepts a rotated signing key', async () => {
  const { login } = newPerson()
  expect(await signInWithOrganization(newVisitor(), login)).toBe('/')
  provider.rotateKeys()
  expect(await signInWithOrganization(newVisitor(), login)).toBe('/')
})

test('organization sign-in: an unreachable provider affects nothing else, and recovers without a restart', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const callback = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  await provider.close()
  try {
    expect(await redirectOf(visitor, callback.pathname + callback.search)).toBe(refused('provider-away'))
    await withSettings({}, async site => {
      expect(await redirectOf(newVisitor(site), apiPaths.signInWith('organisation'))).toBe(
        refused('provider-away'),
      )
      expect((await createMember(site.baseUrl)).username).toBeTruthy()
      await provider.listen()
      expect(await signInWithOrganization(newVisitor(site), login)).toBe('/')
      await provider.close()
    })
  } finally {
    await provider.listen()
  }
})

test('organization sign-in: can be disconnected unless it is the last sign-in method', async () => {
  const disconnect = { method: 'DELETE' }
  const member = await createConfirmedMember(filesmith)
  const { login } = newPerson()
  expect(await connectOrganization(member, login)).toBe('/profile?section=security')
  const other = await createConfirmedMember(filesmith)
  expect(await connectOrganization(other, login)).toBe(
    '/profile?section=security&failed=identity-taken&provider=organisation',
  )
  expect((await member.fetch(apiPaths.connection('organisation'), disconnect)).status).toBe(204)
  const withoutPassword = newVisitor()
  await signInWithOrganization(withoutPassword, newPerson().login)
  const reply = await withoutPassword.fetch(apiPaths.connection('organisation'), disconnect)
  expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'last-way-in' }])
})

test('organization sign-in: requires the second step', async () => {
  const member = await createConfirmedMember(filesmith)
  const { login } = newPerson()
  await connectOrganization(member, login)
  await runSql(filesmith.databaseUrl, 'update users set two_step_on_at = now() where username = $1', [
    member.username,
  ])
  const visitor = newVisitor()
  expect(await signInWithOrganization(visitor, login)).toBe('/sign-in?step=code')
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
})

test('logout: redirects to the provider only for sessions of the organization', async () => {
  const member = await createMember(filesmith.baseUrl)
  expect((await member.post(apiPaths.logout)).status).toBe(204)
  const visitor = newVisitor()
  await signInWithOrganization(visitor, newPerson().login)
  const reply = await visitor.post(apiPaths.logout)
  expect(reply.status).toBe(200)
  const { signOutUrl } = (await reply.json()) as { signOutUrl: string }
  const providerUrl = new URL(signOutUrl)
  expect(providerUrl.origin).toBe(provider.url)
  expect(Object.fromEntries(providerUrl.searchParams)).toEqual({
    client_id: 'filesmith',
    post_logout_redirect_uri: `${publicUrl}/`,
  })
  // The provider accepts the redirect URI and asks for confirmation.
  expect((await fetch(providerUrl)).status).toBe(200)
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  expect((await visitor.post(apiPaths.logout)).status).toBe(204)
})
