/** The Google and GitHub adapters against a server that imitates their checks. */
import { createHash } from 'node:crypto'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIdentityProviders } from '../../packages/server/src/adapters/oauth/create-identity-providers.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import type { IdentityProvider } from '../../packages/server/src/ports/identity-provider.ts'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'

const returnUrl = 'https://files.example.org/api/auth/with/provider/return'
const codeVerifier = 'a-verifier-of-at-least-forty-three-characters-0'
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
const transaction = { codeVerifier, returnUrl, nonce: 'a-nonce', issuer: undefined }

let server: TestIdentityProviderServer

beforeEach(async () => {
  server = await startIdentityProviderServer()
})
afterEach(() => server.close())

function open(id: IdentityProviderId, env: Record<string, string> = {}): IdentityProvider {
  const provider = createIdentityProviders(readSettings({ ...server.env, ...env })).get(id)
  if (!provider) throw new Error(`${id} is not configured`)
  return provider
}

/** Follows the authorization redirect as a browser does; returns the callback URL. */
async function authorize(provider: IdentityProvider): Promise<URL> {
  const address = await provider.authorizationUrl({
    state: 'st&te',
    nonce: transaction.nonce,
    codeChallenge,
    returnUrl,
  })
  const response = await fetch(address, { redirect: 'manual' })
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

async function codeFrom(provider: IdentityProvider): Promise<string> {
  return (await authorize(provider)).searchParams.get('code') ?? ''
}

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; logged: string }> {
  const error = await work.then(
    () => undefined,
    reason => reason,
  )
  const lines: string[] = []
  createLog('debug', 'test', { write: line => lines.push(line) }).warn({ err: error }, 'failed')
  return { error, logged: lines.join('') }
}

test('createIdentityProviders: contains only the configured providers', () => {
  expect([...createIdentityProviders(readSettings({})).keys()]).toEqual([])
  const { GITHUB_CLIENT_ID = '', GITHUB_CLIENT_SECRET = '' } = server.env
  const settings = readSettings({ GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET })
  expect([...createIdentityProviders(settings).keys()]).toEqual(['github'])
})

test('google identify: returns the user', async () => {
  const google = open('google')
  const code = await codeFrom(google)
  expect(await google.identify({ ...transaction, code })).toEqual({
    subject: '4711',
    email: 'vulcan@example.org',
    isEmailVerified: true,
    name: 'Vulcan Smith',
    label: 'vulcan@example.org',
  })
})

test('github identify: returns the user with the primary address', async () => {
  const github = open('github')
  const code = await codeFrom(github)
  expect(await github.identify({ ...transaction, code })).toEqual({
    subject: '4711',
    email: 'vulcan@example.org',
    isEmailVerified: true,
    name: 'vulcan',
    label: 'vulcan',
  })
})

test('google discovery: is cached, and retried after a failure', async () => {
  const path = '/.well-known/openid-configuration'
  const google = open('google')
  server.answer(path, { status: 503 })
  await expect(authorize(google)).rejects.toMatchObject({ code: 'provider-failed' })
  server.answer(path, undefined)
  const code = await codeFrom(google)
  await google.identify({ ...transaction, code })
  expect(server.requestCount(path)).toBe(2)
})

test('google discovery: rejects a mismatching issuer', async () => {
  server.answer('/.well-known/openid-configuration', {
    body: {
      issuer: 'https://evil.example',
      authorization_endpoint: 'https://evil.example/a',
      token_endpoint: 'https://evil.example/t',
      userinfo_endpoint: 'https://evil.example/u',
    },
  })
  await expect(authorize(open('google'))).rejects.toMatchObject({ code: 'provider-failed' })
})

describe.each([
  ['google', 'Google', '/token', '/userinfo'],
  ['github', 'GitHub', '/login/oauth/access_token', '/api/user/emails'],
] as const)('%s', (id, label, tokenPath, lastPath) => {
  const message = `Could not sign in with ${label}. Please try again.`

  test('authorizationUrl: the callback carries the state', async () => {
    const callback = await authorize(open(id))
    expect(callback.origin + callback.pathname).toBe(returnUrl)
    expect(callback.searchParams.get('state')).toBe('st&te')
  })

  test('identify: reports an unverified address', async () => {
    server.setPerson({ isEmailVerified: false })
    const provider = open(id)
    const code = await codeFrom(provider)
    expect(await provider.identify({ ...transaction, code })).toMatchObject({
      isEmailVerified: false,
    })
  })

  test('identify: a code works once, with its verifier and redirect URI', async () => {
    const provider = open(id)
    const failure = { name: 'AppError', code: 'provider-failed', message }
    const used = await codeFrom(provider)
    await provider.identify({ ...transaction, code: used })
    await expect(provider.identify({ ...transaction, code: used })).rejects.toMatchObject(failure)
    const stolen = await codeFrom(provider)
    await expect(
      provider.identify({ ...transaction, code: stolen, codeVerifier: 'x'.repeat(43) }),
    ).rejects.toMatchObject(failure)
    const elsewhere = await codeFrom(provider)
    await expect(
      provider.identify({ ...transaction, code: elsewhere, returnUrl: 'https://evil.example/' }),
    ).rejects.toMatchObject(failure)
  })

  test('identify: a wrong client secret fails, and no secret is logged', async () => {
    const code = await codeFrom(open(id))
    const provider = open(id, { [`${id.toUpperCase()}_CLIENT_SECRET`]: 'wrong-secret' })
    const { error, logged } = await failureOf(provider.identify({ ...transaction, code }))
    expect(error).toMatchObject({ code: 'provider-failed', message })
    expect(logged).toContain('invalid_client')
    for (const secret of ['wrong-secret', code, codeVerifier]) expect(logged).not.toContain(secret)
  })

  test.each([
    ['an error page', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['no JSON at all', { body: 'hello' }],
    ['something else', { body: { access_token: 7, sub: 7, email: 'secret@example.org' } }],
    ['a redirect', { status: 307, headers: { location: 'https://evil.example/' } }],
  ])('identify: %s is a provider failure, and no personal data is logged', async (_, reply) => {
    for (const path of [tokenPath, lastPath]) {
      const provider = open(id)
      const code = await codeFrom(provider)
      server.answer(path, reply)
      const { error, logged } = await failureOf(provider.identify({ ...transaction, code }))
      server.answer(path, undefined)
      expect(error).toMatchObject({ code: 'provider-failed', message })
      for (const secret of [code, 'secret@', `test-${id}-secret`]) expect(logged).not.toContain(secret)
    }
  })

  test('identify: an unreachable provider is a provider failure', async () => {
    const provider = open(id)
    const code = await codeFrom(provider)
    await server.close()
    await expect(provider.identify({ ...transaction, code })).rejects.toMatchObject({
      code: 'provider-failed',
      message,
    })
    server = await startIdentityProviderServer()
  })

  test('authorizationUrl: a denied request returns without a code', async () => {
    server.setPerson(null)
    const callback = await authorize(open(id))
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.has('code')).toBe(false)
  })
})
