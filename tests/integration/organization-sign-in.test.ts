/** Signing in by an organisation's provider, against a real one. */
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
  signInWithOrganization,
  connectOrganization,
  redirectOf,
  visitProvider,
} from '../support/organization-journey.ts'
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

/** Somebody new over there, with an address of their own. */
function newPerson(differences: OrganizationPerson = {}) {
  const { username: login, email } = newCredentials()
  const person = { email, email_verified: true, name: login, ...differences }
  provider.addPerson(login, person)
  return { login, ...person }
}

/** Another Filesmith on the same accounts, with other settings. */
async function withSettings(env: Record<string, string>, work: (site: TestFilesmith) => Promise<void>) {
  const shared = { PUBLIC_URL: publicUrl, DATABASE_URL: filesmith.databaseUrl }
  const site = await startFilesmith({ ...provider.env, ...shared, ...env }, { hasWorker: false })
  try {
    await work(site)
  } finally {
    await site.stop()
  }
}

test('somebody new comes in through their organisation, and is known from then on', async () => {
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

  // Known by what the provider calls them, also when the address is another one by now.
  provider.addPerson(login, { email: `new-${email}`, email_verified: true, name: 'Somebody Else' })
  const again = newVisitor()
  expect(await signInWithOrganization(again, login)).toBe('/')
  expect((await again.json<AuthStatus>(apiPaths.authStatus)).user).toMatchObject({ username: login, email })
})

test('a public client comes in by PKCE alone, and what stands in the token need not be asked for', async () => {
  const telling = await startOpenIdProvider({ publicUrl, hasClaimsInToken: true })
  await withSettings({ ...telling.publicEnv, OIDC_CLIENT_SECRET: '' }, async site => {
    telling.addPerson('ada', { email: 'ada@works.example.org', email_verified: true, name: 'Ada Smith' })
    const visitor = newVisitor(site)
    expect(await signInWithOrganization(visitor, 'ada')).toBe('/')
    expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user?.username).toBe('Ada.Smith')
  })
  await telling.close()
})

test('whom two providers call the same is not the same person', async () => {
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

test('an address that is not confirmed proves nothing, unless the settings vouch for silence', async () => {
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

test('only addresses of the domains that are allowed come in, also of those who are known', async () => {
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

test('an account with the same address is opened only when that address was confirmed here', async () => {
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

test('who may not make accounts here still comes into the one they have', async () => {
  const { login } = newPerson()
  const stranger = newPerson()
  await signInWithOrganization(newVisitor(), login)
  await withSettings({ OIDC_CREATES_ACCOUNTS: 'false' }, async site => {
    expect(await signInWithOrganization(newVisitor(site), login)).toBe('/')
    expect(await signInWithOrganization(newVisitor(site), stranger.login)).toBe(refused('provider-no-account'))
  })
})

test('an answer counts once, in the browser that asked, and a code only with its own verifier', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const begin = async () => redirectOf(visitor, apiPaths.signInWith('organisation'))
  const back = await visitProvider(await begin(), login)
  const address = back.pathname + back.search
  expect(await redirectOf(newVisitor(), address)).toBe(refused('sign-in-expired'))
  const changed = new URL(back)
  changed.searchParams.set('state', 'another')
  expect(await redirectOf(visitor, changed.pathname + changed.search)).toBe(refused('sign-in-expired'))
  // The errand is over with the first answer, right or wrong.
  expect(await redirectOf(visitor, address)).toBe(refused('sign-in-expired'))

  // Slipped into another errand, the code meets a verifier that is not its own.
  const state = new URL(await begin()).searchParams.get('state') ?? ''
  changed.searchParams.set('state', state)
  expect(await redirectOf(visitor, changed.pathname + changed.search)).toBe(refused('provider-failed'))
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
})

test('a code that was used already is worth nothing, even to the same browser', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const back = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  const transaction = visitor.cookies.get('__Host-filesmith_errand') ?? ''
  expect(await redirectOf(visitor, back.pathname + back.search)).toBe('/')
  const thief = newVisitor()
  thief.cookies.set('__Host-filesmith_errand', transaction)
  expect(await redirectOf(thief, back.pathname + back.search)).toBe(refused('provider-failed'))
})

test('an answer in the name of another provider is not believed', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const back = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  back.searchParams.set('iss', 'https://evil.example')
  expect(await redirectOf(visitor, back.pathname + back.search)).toBe(refused('provider-failed'))
})

test('a no over there is told as one, and a fault over there as a fault', async () => {
  expect(await signInWithOrganization(newVisitor(), null)).toBe(refused('provider-cancelled'))
  const visitor = newVisitor()
  const there = new URL(await redirectOf(visitor, apiPaths.signInWith('organisation')))
  const answer = new URLSearchParams({ error: 'server_error', state: there.searchParams.get('state') ?? '' })
  expect(await redirectOf(visitor, `${apiPaths.signInWithReturn('organisation')}?${answer}`)).toBe(
    refused('provider-failed'),
  )
})

test('a key that was changed a moment ago is known', async () => {
  const { login } = newPerson()
  expect(await signInWithOrganization(newVisitor(), login)).toBe('/')
  provider.rotateKeys()
  expect(await signInWithOrganization(newVisitor(), login)).toBe('/')
})

test('while the provider is away everything else works, also starting; once it is back so is the way in', async () => {
  const { login } = newPerson()
  const visitor = newVisitor()
  const back = await visitProvider(await redirectOf(visitor, apiPaths.signInWith('organisation')), login)
  await provider.close()
  try {
    expect(await redirectOf(visitor, back.pathname + back.search)).toBe(refused('provider-away'))
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

test('the connection can be undone as long as another way in is left', async () => {
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

test('two-step sign-in is asked for here as well', async () => {
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

test('signing out leads to the provider those who came from there, and nobody else', async () => {
  const member = await createMember(filesmith.baseUrl)
  expect((await member.post(apiPaths.logout)).status).toBe(204)
  const visitor = newVisitor()
  await signInWithOrganization(visitor, newPerson().login)
  const reply = await visitor.post(apiPaths.logout)
  expect(reply.status).toBe(200)
  const { signOutUrl } = (await reply.json()) as { signOutUrl: string }
  const there = new URL(signOutUrl)
  expect(there.origin).toBe(provider.url)
  expect(Object.fromEntries(there.searchParams)).toEqual({
    client_id: 'filesmith',
    post_logout_redirect_uri: `${publicUrl}/`,
  })
  // The provider knows us and our address, and asks whether it is meant.
  expect((await fetch(there)).status).toBe(200)
  expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  expect((await visitor.post(apiPaths.logout)).status).toBe(204)
})
