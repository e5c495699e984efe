import { apiPaths } from '@filesmith/contract/api-paths'
import type { ErrorReply } from '@filesmith/contract/schemas/error-reply'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asMember, createMember, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

const newVisitor = () => createVisitor(filesmith.baseUrl)
const register = () => createMember(filesmith.baseUrl)

async function refusal(response: Response): Promise<[number, string, string]> {
  const { code, message } = (await response.json()) as ErrorReply
  return [response.status, code, message]
}

test('auth status: is not cacheable', async () => {
  const reply = await (await register()).fetch(apiPaths.authStatus)
  expect(reply.headers.get('cache-control')).toBe('private, no-store')
})

test('API-01 auth status: reports a visitor as signed out', async () => {
  expect(await newVisitor().json(apiPaths.authStatus)).toEqual({ authenticated: false, user: null })
})

test('API-03 API-05 SUP-10 ALLOW-24 register: returns the user on the free plan and signs in', async () => {
  const visitor = newVisitor()
  const credentials = newCredentials()
  const response = await visitor.post('/api/auth/register', credentials)
  expect(response.status).toBe(201)
  const { user } = (await response.json()) as { user: object }
  expect(user).toEqual({
    username: credentials.username,
    email: credentials.email,
    isEmailVerified: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    subscriptionPlan: 'free',
    subscription: { plan: 'free', expiryDate: null },
    usage: { remaining: expect.any(Number), total: expect.any(Number) },
  })
  expect(await visitor.json(apiPaths.authStatus)).toEqual({ authenticated: true, user })
})

test.each([
  [
    { username: 'ab' },
    'Use 3 to 30 letters, digits, dots, dashes or underscores, starting with a letter or digit.',
  ],
  [{ username: 'a b c' }, /^Use 3 to 30/],
  [{ username: '<script>' }, /^Use 3 to 30/],
  [{ email: 'not an address' }, 'Please enter a valid email address.'],
  [{ password: 'short' }, 'Password must be at least 8 characters.'],
  [{ password: 'x'.repeat(201) }, 'Password must be at most 200 characters.'],
  [{ password: 'password1' }, 'This password is too easy to guess. Please choose another one.'],
  [{ password: undefined }, /./],
])('API-05 register: rejects %j with a message', async (wrong, message) => {
  const response = await newVisitor().post('/api/auth/register', { ...newCredentials(), ...wrong })
  const [status, , answered] = await refusal(response)
  expect([status, answered]).toEqual([400, expect.stringMatching(message)])
})

test('register: names a taken username in any case, but not a taken address (user enumeration)', async () => {
  const { username, email } = await register()
  const replies = await Promise.all(
    [{ username }, { username: username.toUpperCase() }, { email }, { email: email.toUpperCase() }].map(
      async taken =>
        refusal(await newVisitor().post('/api/auth/register', { ...newCredentials(), ...taken })),
    ),
  )
  const taken = [409, 'username-taken', 'This username is taken. Please choose another one.']
  const unnamed = [
    409,
    'account-exists',
    'This username or email address cannot be used. If it is yours, please sign in.',
  ]
  expect(replies).toEqual([taken, taken, unnamed, unnamed])
})

test('register: of twenty concurrent requests for one name, one succeeds', async () => {
  const { username } = newCredentials()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      newVisitor().post('/api/auth/register', { ...newCredentials(), username }),
    ),
  )
  expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
})

test('API-04 login: accepts user name or email address in any case', async () => {
  const { username, email, password } = await register()
  for (const login of [username, username.toUpperCase(), email, ` ${email.toUpperCase()} `]) {
    const visitor = newVisitor()
    const response = await visitor.post('/api/auth/login', { username: login, password })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { username, email } })
    expect(await visitor.json(apiPaths.authStatus)).toMatchObject({ authenticated: true })
  }
})

test('API-04 SIN-07 login: answers the same for a wrong password and an unknown name (user enumeration)', async () => {
  const { username } = await register()
  const replies = [
    await newVisitor().post('/api/auth/login', { username, password: 'wrong password' }),
    await newVisitor().post('/api/auth/login', { username: 'unknown-user', password: 'wrong password' }),
    await newVisitor().post('/api/auth/login', { username: '', password: '' }),
  ]
  for (const reply of replies)
    expect(await refusal(reply)).toEqual([401, 'wrong-credentials', 'Invalid username or password'])
})

test('SIN-09 session cookie: ends with the browser, or after 30 days with remember-me', async () => {
  const { username, password } = await register()
  const cookieOf = async (rememberMe: boolean) => {
    const response = await newVisitor().post('/api/auth/login', { username, password, rememberMe })
    return response.headers.getSetCookie().find(line => line.startsWith('filesmith_session=')) ?? ''
  }
  const sessionCookie = await cookieOf(false)
  expect(sessionCookie).not.toMatch(/max-age|expires/i)
  expect(await cookieOf(true)).toMatch(/Max-Age=2592000(;|$)/)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(sessionCookie).toContain(attribute)
  expect(sessionCookie).not.toContain('Secure')
})

test('session cookie: is Secure when a trusted proxy reports https', async () => {
  const proxied = await startFilesmith({ BEHIND_PROXY: 'true' }, { hasWorker: false })
  const response = await createVisitor(proxied.baseUrl).fetch('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify(newCredentials()),
  })
  await proxied.stop()
  expect(response.headers.getSetCookie().join('\n')).toMatch(/^filesmith_session=.*; Secure/m)
})

test('login: rotates the session token and ends the old session (session fixation)', async () => {
  const member = await register()
  const before = member.cookies.get('filesmith_session') ?? ''
  await member.post('/api/auth/login', member)
  expect(member.cookies.get('filesmith_session')).not.toBe(before)
  const old = await member.fetch(apiPaths.authStatus, { headers: { cookie: `filesmith_session=${before}` } })
  expect(await old.json()).toMatchObject({ authenticated: false })
})

test('session cookie: rejects forged and modified values', async () => {
  const member = await register()
  const real = member.cookies.get('filesmith_session') ?? ''
  for (const cookie of ['x', `${real}x`, real.split('.')[0], `A${real.slice(1)}`]) {
    const response = await member.fetch(apiPaths.authStatus, {
      headers: { cookie: `filesmith_session=${cookie}` },
    })
    expect(await response.json()).toEqual({ authenticated: false, user: null })
  }
})

test('sessions: neither the token nor the password is stored in clear', async () => {
  const member = await register()
  const token = decodeURIComponent(member.cookies.get('filesmith_session') ?? '').split('.')[0] ?? ''
  const [dump] = await runSql<{ all: string }>(
    filesmith.databaseUrl,
    `select (select string_agg(s::text, ' ') from sessions s) || (select string_agg(u::text, ' ') from users u) as all`,
  )
  expect(dump?.all).toContain(member.username)
  expect(dump?.all).toContain('$argon2id$')
  expect(dump?.all).not.toContain(token)
  expect(dump?.all).not.toContain(member.password)
})

test('API-06 logout: ends the session, and succeeds without one', async () => {
  const member = await register()
  const session = member.cookies.get('filesmith_session') ?? ''
  expect((await member.post('/api/auth/logout')).status).toBe(204)
  expect(await member.status()).toEqual({ authenticated: false, user: null })
  const replayed = await member.fetch(apiPaths.authStatus, {
    headers: { cookie: `filesmith_session=${session}` },
  })
  expect(await replayed.json()).toEqual({ authenticated: false, user: null })
  expect((await newVisitor().post('/api/auth/logout')).status).toBe(204)
})

test('sessions: an expired session does not authenticate', async () => {
  const member = await register()
  await runSql(
    filesmith.databaseUrl,
    `update sessions set expires_at = now() - interval '1 second'
     where account_id = (select id from users where username = $1)`,
    [member.username],
  )
  expect(await member.status()).toEqual({ authenticated: false, user: null })
})

test.each(['free', 'basic', 'pro'] as const)(
  'API-07 SEC-05 ALLOW-02 change password: on %s requires the current password and ends other sessions',
  async plan => {
    const member = await register()
    await putOnPlan(filesmith, member, plan)
    const elsewhere = asMember(newVisitor(), member)
    await elsewhere.post('/api/auth/login', member)
    const change = (currentPassword: string, newPassword: string) =>
      member.post('/api/auth/change-password', { currentPassword, newPassword })

    expect(await refusal(await change('not it', 'Quiet Hammer 88'))).toEqual([
      403,
      'wrong-password',
      'Wrong password.',
    ])
    expect((await refusal(await change(member.password, 'short')))[2]).toBe(
      'Password must be at least 8 characters.',
    )
    expect((await refusal(await change(member.password, 'qwertyuiop')))[1]).toBe('password-guessable')
    expect((await change(member.password, 'Quiet Hammer 88')).status).toBe(204)

    expect(await member.status()).toMatchObject({ authenticated: true })
    expect(await elsewhere.status()).toMatchObject({ authenticated: false })
    const signIn = (password: string) =>
      newVisitor().post('/api/auth/login', { username: member.username, password })
    expect((await signIn(member.password)).status).toBe(401)
    expect((await signIn('Quiet Hammer 88')).status).toBe(200)
  },
)

test('ACC-02 change username: requires the password, and rejects a taken name', async () => {
  const member = await register()
  const other = await register()
  const change = (username: string, password: string) =>
    member.post(apiPaths.username, { username, password })
  expect(await refusal(await change('new-name', 'wrong'))).toEqual([403, 'wrong-password', 'Wrong password.'])
  expect(await refusal(await change(other.username.toUpperCase(), member.password))).toEqual([
    409,
    'username-taken',
    'This username is taken. Please choose another one.',
  ])
  const { username } = newCredentials()
  expect(await (await change(username, member.password)).json()).toMatchObject({ user: { username } })
  expect(await member.user()).toMatchObject({ username, email: member.email })
  // Changing only the case of one's own name is not a conflict.
  expect((await change(username.toUpperCase(), member.password)).status).toBe(200)
})

test('ALLOW-24 SUB-02 auth status: subscriptionPlan and subscription.plan agree, also after expiry', async () => {
  const member = await register()
  await putOnPlan(filesmith, member, 'pro')
  expect(await member.user()).toMatchObject({
    subscriptionPlan: 'pro',
    subscription: { plan: 'pro', expiryDate: null },
    usage: { remaining: null, total: null },
  })
  await putOnPlan(filesmith, member, 'basic', new Date('2020-01-01T00:00:00Z'))
  expect(await member.user()).toMatchObject({
    subscriptionPlan: 'basic',
    subscription: { plan: 'basic', expiryDate: '2020-01-01T00:00:00.000Z' },
  })
  expect(await member.json(apiPaths.capabilities)).toMatchObject({ plan: 'free' })
})

test('WAIT-07 capabilities: contain the plan of the signed-in user', async () => {
  const member = await register()
  expect(await member.json(apiPaths.capabilities)).toMatchObject({ plan: 'free' })
  await putOnPlan(filesmith, member, 'basic')
  expect(await member.json(apiPaths.capabilities)).toMatchObject({ plan: 'basic' })
})
