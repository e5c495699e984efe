/** Sign-in by a reverse proxy: whose headers are believed, and what they can and cannot do. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import type { CreatedApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/two-step.ts'
import { createApiClient } from '../support/api-client.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { expectError } from '../support/expect-error.ts'
import { createConfirmedMember, createMember, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { createProxyMember, type ProxyHeaders, sendRaw } from '../support/proxy-user.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const env = {
  AUTH_PROXY_HEADER: 'Remote-User',
  AUTH_PROXY_EMAIL_HEADER: 'Remote-Email',
  AUTH_PROXY_TRUSTED: '127.0.0.1, fd00:1::/64',
  PUBLIC_URL: 'https://files.example.org',
}
/** Another address of this machine, outside of AUTH_PROXY_TRUSTED. */
const elsewhere = '127.0.0.2'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({
    ...env,
    AUTH_PROXY_SIGN_OUT_URL: '/oauth2/sign_out',
    BEHIND_PROXY: 'true',
  })
})
afterAll(() => filesmith.stop())

const sql = <Row extends Record<string, unknown>>(query: string, values: unknown[] = []) =>
  runSql<Row>(filesmith.databaseUrl, query, values)
const newName = () => `ada-${randomUUID().slice(0, 8)}`
const member = (name: string, headers?: ProxyHeaders) => createProxyMember(filesmith.baseUrl, name, headers)
const statusUrl = () => `${filesmith.baseUrl}${apiPaths.authStatus}`
const accountsOf = (name: string) =>
  sql<{ username: string; email: string }>(
    `select username, email from users join identities on account_id = users.id where provider = 'proxy' and subject = $1`,
    [name],
  )

/** Starts another Filesmith with other settings on the same database. */
async function withSettings(changes: Record<string, string>, work: (site: TestFilesmith) => Promise<void>) {
  const site = await startFilesmith(
    { ...env, DATABASE_URL: filesmith.databaseUrl, ...changes },
    { hasWorker: false },
  )
  try {
    await work(site)
  } finally {
    await site.stop()
  }
}

test('proxy sign-in: the first requests of a page create one account and one session, without a cookie', async () => {
  const name = newName()
  const browser = member(name, { email: `${name}@example.org` })
  const replies = await Promise.all(Array.from({ length: 6 }, () => browser.status()))
  for (const { user } of replies)
    expect(user).toMatchObject({ username: name, email: `${name}@example.org`, isEmailVerified: true })
  expect(await accountsOf(name)).toHaveLength(1)
  const { connections, sessions } = await browser.json<AccountSecurity>(apiPaths.security)
  expect(connections).toMatchObject([{ provider: 'proxy', label: name }])
  expect(sessions).toHaveLength(1)
  expect(browser.cookies.size).toBe(0)
  // The session exists only together with the header.
  expect(await createVisitor(filesmith.baseUrl).json(apiPaths.authStatus)).toMatchObject({
    authenticated: false,
  })
})

test.each([
  ['the header alone', []],
  ['X-Forwarded-For of the proxy', [['X-Forwarded-For', '127.0.0.1']]],
  [
    'Forwarded and X-Real-IP',
    [
      ['Forwarded', 'for=127.0.0.1'],
      ['X-Real-IP', '127.0.0.1'],
    ],
  ],
] as const)('proxy sign-in: from an untrusted address the user is ignored (%s)', async (_, more) => {
  const name = newName()
  const sent = [['Remote-User', name], ['Remote-Email', `${name}@example.org`], ...more] as const
  expect(JSON.parse((await sendRaw(statusUrl(), sent, elsewhere)).body)).toEqual({
    authenticated: false,
    user: null,
  })
  expect((await sendRaw(`${filesmith.baseUrl}${apiPaths.security}`, sent, elsewhere)).status).toBe(401)
  expect(await accountsOf(name)).toEqual([])
  // Not even for a user who is known.
  await member(name).status()
  expect(JSON.parse((await sendRaw(statusUrl(), sent, elsewhere)).body)).toMatchObject({
    authenticated: false,
  })
})

test('proxy sign-in: a header that was sent twice is refused, in any case of its name', async () => {
  const name = newName()
  const unusable = { status: 400, body: expect.stringContaining('proxy-user-unusable') }
  for (const sent of [
    [
      ['Remote-User', 'mallory'],
      ['Remote-User', name],
    ],
    [
      ['Remote-User', name],
      ['REMOTE-USER', name],
    ],
    [
      ['Remote-User', name],
      ['remote-email', 'a@example.org'],
      ['Remote-Email', 'b@example.org'],
    ],
    [['Remote-User', 'x'.repeat(300)]],
    [['Remote-User', 'ada\u00c2\u0085']],
  ] as const)
    expect(await sendRaw(statusUrl(), sent)).toEqual(unusable)
  expect(await accountsOf(name)).toEqual([])
  // The page itself loads, so that it can show the error.
  expect(
    (
      await sendRaw(`${filesmith.baseUrl}/healthz`, [
        ['Remote-User', 'a'],
        ['Remote-User', 'b'],
      ])
    ).status,
  ).toBe(200)
})

test('proxy sign-in: header names are compared regardless of case; lookalikes and empty values name no user', async () => {
  const name = newName()
  expect(JSON.parse((await sendRaw(statusUrl(), [['rEMOTE-uSER', name]])).body)).toMatchObject({
    authenticated: true,
  })
  for (const [header, value] of [
    ['Remote_User', name],
    ['X-Remote-User', name],
    ['Remote-User', ''],
    ['Remote-User', '   '],
  ] as const)
    expect(JSON.parse((await sendRaw(statusUrl(), [[header, value]])).body)).toMatchObject({
      authenticated: false,
    })
})

test('proxy sign-in: names are exact, and may be UTF-8 or an address', async () => {
  const name = newName()
  const utf8 = Buffer.from(`Ärger ${name}`).toString('latin1')
  expect(JSON.parse((await sendRaw(statusUrl(), [['Remote-User', utf8]])).body)).toMatchObject({
    user: { username: expect.stringMatching(/^Ärger\.ada/) },
  })
  const [lower, upper] = await Promise.all([member(name).user(), member(name.toUpperCase()).user()])
  expect(lower.username).not.toBe(upper.username)
  const address = `${name}@example.org`
  await withSettings({ AUTH_PROXY_EMAIL_HEADER: 'remote-user' }, async site => {
    const { email, username } = await createProxyMember(site.baseUrl, address).user()
    expect(email).toBe(address)
    expect(username).toMatch(/^ada-[0-9a-f]{8}\d+$/)
  })
})

test('proxy sign-in: an IPv4 proxy is recognized by a server that listens on IPv6', async () => {
  await withSettings({ HOST: '::' }, async ({ baseUrl }) => {
    const [, port] = /:(\d+)$/.exec(baseUrl) ?? []
    const url = `http://127.0.0.1:${port}${apiPaths.authStatus}`
    const sent = [['Remote-User', newName()]] as const
    expect(JSON.parse((await sendRaw(url, sent)).body)).toMatchObject({ authenticated: true })
    expect(JSON.parse((await sendRaw(url, sent, elsewhere)).body)).toMatchObject({ authenticated: false })
    const ipv6 = `http://[::1]:${port}${apiPaths.authStatus}`
    expect(JSON.parse((await sendRaw(ipv6, sent, '::1')).body)).toMatchObject({ authenticated: false })
  })
})

test('proxy sign-in: another name in the header is another user, and ends a session of the browser', async () => {
  const before = await createMember(filesmith.baseUrl)
  const stolen = before.cookies.header()
  const [first, second] = [newName(), newName()]
  const one = createProxyMember(filesmith.baseUrl, first, {}, before.cookies)
  expect((await one.user()).username).toBe(first)
  expect(before.cookies.get('__Host-filesmith_session')).toBeUndefined()
  // Ended on the server, not only in the browser.
  const thief = createVisitor(filesmith.baseUrl, { cookie: stolen })
  expect(await thief.json(apiPaths.authStatus)).toMatchObject({ authenticated: false })
  const two = createProxyMember(filesmith.baseUrl, second, {}, before.cookies)
  expect((await two.user()).username).toBe(second)
  const { sessions } = await two.json<AccountSecurity>(apiPaths.security)
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect((await one.user()).username).toBe(first)
})

test('proxy sign-in: never takes over an account with the same address (account takeover)', async () => {
  const victim = await createConfirmedMember(filesmith)
  const name = newName()
  const intruder = member(name, { email: victim.email })
  const user = await intruder.user()
  expect(user.username).not.toBe(victim.username)
  expect(user.email).toMatch(/@proxy\.invalid$/)
  expect(await intruder.json(apiPaths.security)).toMatchObject({ connections: [{ provider: 'proxy' }] })
  expect((await victim.user()).email).toBe(victim.email)
  // No mail can be delivered to the placeholder.
  const key = await intruder.post(apiPaths.forgotPassword, { email: user.email })
  expect(key.status).toBe(202)
})

test('proxy sign-in: an operator connects an existing account on the command line', async () => {
  const owner = await createConfirmedMember(filesmith)
  const unconfirmed = await createMember(filesmith.baseUrl)
  const name = newName()
  const admin = async (...args: string[]) => {
    const program = fileURLToPath(new URL('../../packages/server/src/main-admin.ts', import.meta.url))
    const { settings, databaseUrl: DATABASE_URL } = filesmith
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...bareEnvironment, DATA_DIR: settings.DATA_DIR, DATABASE_URL },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, output: (out + err).trim() }
  }
  expect(await admin('connect', unconfirmed.username, name)).toMatchObject({ code: 1 })
  expect(await admin('connect', owner.email, name)).toEqual({
    code: 0,
    output: `${owner.username} is now the account of ${name} at the proxy.`,
  })
  expect((await member(name, { email: 'other@example.org' }).user()).username).toBe(owner.username)
  expect(await admin('connect', owner.email, name)).toMatchObject({ code: 1 })
  await withSettings({ AUTH_PROXY_CREATES_ACCOUNTS: 'false' }, async site => {
    expect((await createProxyMember(site.baseUrl, name).user()).username).toBe(owner.username)
    const stranger = newName()
    await expectError(
      await createProxyMember(site.baseUrl, stranger).fetch(apiPaths.authStatus),
      'provider-no-account',
    )
    expect(await accountsOf(stranger)).toEqual([])
  })
})

test('proxy sign-in: files of the visitor move to the account', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const id = await visitor.upload(
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a.svg',
  )
  const name = newName()
  const signedIn = createProxyMember(filesmith.baseUrl, name, {}, visitor.cookies)
  await signedIn.user()
  expect(visitor.cookies.get('__Host-filesmith_visitor')).toBeUndefined()
  const [upload] = await sql(
    'select username from uploads join users on users.id = owner_id where uploads.id = $1',
    [id],
  )
  expect(upload).toEqual({ username: name })
})

test('proxy sign-in: signing out leads to the proxy, or is not offered', async () => {
  const name = newName()
  const here = member(name)
  expect((await here.user()).canSignOut).toBeUndefined()
  const reply = await here.post(apiPaths.logout)
  expect(await reply.json()).toEqual({ signOutUrl: 'https://files.example.org/oauth2/sign_out' })
  await withSettings({}, async site => {
    const there = createProxyMember(site.baseUrl, name)
    expect((await there.user()).canSignOut).toBe(false)
    expect((await there.post(apiPaths.logout)).status).toBe(204)
  })
  await withSettings({ AUTH_PROXY_SIGN_OUT_URL: 'https://id.example.org/logout?a=b' }, async site => {
    const there = createProxyMember(site.baseUrl, name)
    await there.user()
    expect(await (await there.post(apiPaths.logout)).json()).toEqual({
      signOutUrl: 'https://id.example.org/logout?a=b',
    })
  })
})

test('proxy sign-in: a click renews the proof of an account without secrets; a password or code is required otherwise', async () => {
  const name = newName()
  const user = member(name)
  const makeStale = () =>
    sql(
      `update sessions set proved_at = now() - interval '10 minutes'
       where account_id = (select account_id from identities where provider = 'proxy' and subject = $1)`,
      [name],
    )
  const endOthers = () => user.fetch(apiPaths.sessions, { method: 'DELETE' })
  await user.status()
  expect((await endOthers()).status).toBe(204)
  await makeStale()
  await expectError(await endOthers(), 'proof-needed')
  expect(await user.json<AccountSecurity>(apiPaths.security)).toMatchObject({ isProvedByConfirming: true })
  expect((await user.post(apiPaths.proof, {})).status).toBe(204)
  expect((await endOthers()).status).toBe(204)

  // With two-step sign-in, neither a click nor a new session is enough.
  const { secret } = (await (await user.post(apiPaths.twoStep, {})).json()) as { secret: string }
  const code = totpCode(secret, timeStepAt(new Date()))
  expect((await user.post(apiPaths.twoStepConfirm, { code })).status).toBe(200)
  await makeStale()
  expect(await user.json<AccountSecurity>(apiPaths.security)).not.toHaveProperty('isProvedByConfirming')
  await expectError(await user.post(apiPaths.proof, {}), 'proof-needed')
  await user.post(apiPaths.logout)
  expect((await user.status()).authenticated).toBe(true)
  await expectError(await endOthers(), 'proof-needed')
  await sql(
    `update users set two_step_secret = null, two_step_on_at = null, password_hash = 'x'
     where id = (select account_id from identities where provider = 'proxy' and subject = $1)`,
    [name],
  )
  await expectError(await user.post(apiPaths.proof, {}), 'proof-needed')
})

test('proxy sign-in: a session cookie alone cannot be renewed by a click', async () => {
  const cookieUser = await createMember(filesmith.baseUrl)
  await expectError(await cookieUser.post(apiPaths.proof, {}), 'proof-needed')
})

test('proxy sign-in: API keys work without the header and ignore it', async () => {
  const name = newName()
  const owner = member(name)
  const { username } = await owner.user()
  await putOnPlan(filesmith, { username }, 'pro')
  const created = (await (
    await owner.post(apiPaths.apiKeys, { name: 'Build', scopes: ['jobs:read'], expiresInDays: 30 })
  ).json()) as CreatedApiKey
  const client = createApiClient(filesmith.baseUrl, created.key)
  expect(await client.json(apiPaths.v1Account)).toMatchObject({ username })
  expect(await client.json(apiPaths.v1Account, { headers: { 'remote-user': newName() } })).toMatchObject({
    username,
  })
  // The header is not a credential of the public API.
  expect((await owner.fetch(apiPaths.v1Account)).status).toBe(401)
})

test('proxy sign-in: a suspended account is refused, and a deleted one starts again', async () => {
  const name = newName()
  const user = member(name)
  const { username } = await user.user()
  await sql('update users set suspended_at = now() where username = $1', [username])
  await expectError(await user.fetch(apiPaths.authStatus), 'account-suspended')
  await sql('update users set suspended_at = null where username = $1', [username])
  await expectError(
    await user.fetch(apiPaths.connection('proxy'), { method: 'DELETE' }),
    'connection-required',
  )
  expect((await user.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect(await accountsOf(name)).toEqual([])
  expect((await user.user()).username).toBe(username)
})

test('proxy sign-in: requests from another site are rejected (CSRF)', async () => {
  const user = member(newName())
  const reply = await user.fetch(apiPaths.logout, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  await expectError(reply, 'wrong-origin')
})

test('proxy sign-in: without AUTH_PROXY_HEADER the header means nothing', async () => {
  const site = await startFilesmith({}, { hasWorker: false })
  const { authenticated } = await createProxyMember(site.baseUrl, newName()).json<AuthStatus>(
    apiPaths.authStatus,
  )
  expect(authenticated).toBe(false)
  // Others still sign in with a password, also through a proxy.
  const credentials = newCredentials()
  expect((await createMember(site.baseUrl, credentials)).username).toBe(credentials.username)
  await site.stop()
})

test('proxy sign-in: with ACCESS=signed-in, users of the proxy open every page and others the sign-in page', async () => {
  await withSettings({ ACCESS: 'signed-in' }, async ({ baseUrl }) => {
    const user = createProxyMember(baseUrl, newName())
    for (const path of ['/', '/tools', '/profile', apiPaths.openApi])
      expect([path, (await user.fetch(path, { redirect: 'manual' })).status]).toEqual([path, 200])
    const visitor = createVisitor(baseUrl)
    expect((await visitor.fetch('/tools', { redirect: 'manual' })).headers.get('location')).toMatch(
      '/sign-in',
    )
    expect((await visitor.fetch(apiPaths.openApi)).status).toBe(401)
  })
})
