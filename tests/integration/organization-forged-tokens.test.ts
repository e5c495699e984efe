/** Forged ID tokens, each invalid in one respect, are rejected. */
import { createHmac } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ForgedToken, type ForgingProvider, startForgingProvider } from '../support/forging-provider.ts'
import { redirectOf } from '../support/organization-sign-in-flow.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const failed = '/sign-in?failed=provider-failed&provider=organisation'
const code = 'a-secret-code'

let provider: ForgingProvider
let filesmith: TestFilesmith
let logged: string[] = []
beforeAll(async () => {
  provider = await startForgingProvider()
  filesmith = await startFilesmith(
    { ...provider.env, LOG_LEVEL: 'info' },
    { hasWorker: false, logTo: line => logged.push(line) },
  )
})
afterAll(async () => {
  await filesmith.stop()
  await provider.close()
})
afterEach(() => {
  logged = []
  provider.setMetadata({})
})

/** Signs in with a forged token; returns the page it ends on. */
async function signInWithToken(change?: (token: ForgedToken) => Partial<ForgedToken>): Promise<string> {
  const visitor = createVisitor(filesmith.baseUrl)
  const providerUrl = await redirectOf(visitor, apiPaths.signInWith('organisation'))
  if (providerUrl.startsWith('/')) return providerUrl
  const { state = '', nonce = '', ...rest } = Object.fromEntries(new URL(providerUrl).searchParams)
  expect(rest).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'filesmith' })
  provider.forge(nonce, change)
  const callback = `${apiPaths.signInWithReturn('organisation')}?${new URLSearchParams({ code, state })}`
  const end = await redirectOf(visitor, callback)
  const { authenticated } = await visitor.json<{ authenticated: boolean }>(apiPaths.authStatus)
  expect(authenticated).toBe(end === '/')
  return end
}

const claims = (change: Record<string, unknown>) => (token: ForgedToken) => ({
  claims: { ...token.claims, ...change },
})
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test('ID token: a valid token is accepted, with tolerance for clock skew', async () => {
  expect(await signInWithToken()).toBe('/')
  expect(await signInWithToken(claims({ iat: secondsFromNow(20), nbf: secondsFromNow(20) }))).toBe('/')
  expect(await signInWithToken(claims({ exp: secondsFromNow(-20) }))).toBe('/')
})

test.each<[string, (token: ForgedToken) => Partial<ForgedToken>]>([
  ['signed by another key', () => ({ key: provider.otherKey })],
  ['signed by an unknown key', ({ header }) => ({ header: { ...header, kid: 'two' } })],
  ['not signed', ({ header }) => ({ header: { ...header, alg: 'none' }, signature: '' })],
  [
    'signed with the client secret (algorithm confusion)',
    ({ header, claims }) => {
      const signed = { ...header, alg: 'HS256' }
      const parts = [signed, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      const signature = createHmac('sha256', 'a-client-secret').update(parts.join('.')).digest('base64url')
      return { header: signed, signature }
    },
  ],
  ['for another client', claims({ aud: 'another-client' })],
  ['for several clients and issued to another', claims({ aud: ['filesmith', 'other'], azp: 'other' })],
  ['of another issuer', claims({ iss: 'https://evil.example' })],
  ['with a wrong nonce', claims({ nonce: 'of-another-transaction' })],
  ['without a nonce', claims({ nonce: undefined })],
  ['expired', claims({ exp: secondsFromNow(-3600), iat: secondsFromNow(-7200) })],
  ['not valid yet', claims({ nbf: secondsFromNow(3600) })],
  ['without a subject', claims({ sub: undefined })],
  ['truncated', () => ({ signature: 'x' })],
])('ID token: a token %s is rejected, and no secret is logged', async (_, change) => {
  expect(await signInWithToken(change)).toBe(failed)
  const log = logged.join('')
  expect(log).toContain('returned an unexpected response')
  for (const secret of [code, 'a-secret-access-token', 'a-client-secret', 'vulcan@', 'eyJ'])
    expect(log).not.toContain(secret)
})

test('userinfo: is used only for the same subject and the same address', async () => {
  const withoutEmail = claims({ email: undefined, email_verified: undefined, sub: 'person-2' })
  provider.setUserInfo({ sub: 'person-1', email: 'boss@forge.example', email_verified: true })
  expect(await signInWithToken(withoutEmail)).toBe(failed)
  provider.setUserInfo({ sub: 'person-2', email: 'second@forge.example', email_verified: 'true' })
  expect(await signInWithToken(withoutEmail)).toBe('/')
  const unconfirmed = claims({ email: 'third@forge.example', email_verified: undefined, sub: 'person-3' })
  provider.setUserInfo({ sub: 'person-3', email: 'other@forge.example', email_verified: true })
  expect(await signInWithToken(unconfirmed)).toBe(
    '/sign-in?failed=provider-email-unverified&provider=organisation',
  )
})

test('discovery: rejects a mismatching issuer', async () => {
  const other = await startFilesmith({ ...provider.env, OIDC_ISSUER: provider.url }, { hasWorker: false })
  provider.setMetadata({ issuer: 'https://evil.example' })
  expect(await redirectOf(createVisitor(other.baseUrl), apiPaths.signInWith('organisation'))).toBe(
    '/sign-in?failed=provider-away&provider=organisation',
  )
  await other.stop()
})
