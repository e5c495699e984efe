/** Brute-force protection of sign-in: limits guessing from any number of networks without locking the owner out. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail, tokenIn } from '../support/mailbox.ts'
import { createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
// Networks are counted by a keyed hash, so both processes need the same key.
const cookieSecret = 'a secret that both processes share'
const limits = {
  ATTEMPTS_PER_ACCOUNT: '5',
  ATTEMPTS_FROM_NEW_DEVICES: '20',
  ATTEMPTS_PER_NETWORK: '40',
  BEHIND_PROXY: 'true',
}
beforeAll(async () => {
  filesmith = await startFilesmith({
    ...limits,
    COOKIE_SECRET: cookieSecret,
    REGISTRATIONS_PER_HOUR: '4',
    MAILS_PER_HOUR: '3',
  })
})
afterAll(() => filesmith.stop())

let networkCount = 0
const newNetwork = () => {
  networkCount += 1
  return `10.0.${Math.floor(networkCount / 250)}.${(networkCount % 250) + 1}`
}
const from = (network: string, cookies?: Member['cookies']) =>
  createVisitor(filesmith.baseUrl, { 'x-forwarded-for': network }, cookies)
const register = () => createMember(filesmith.baseUrl, newCredentials(), from(newNetwork()))
const signIn = (username: string, password: string, network: string) =>
  from(network).post(apiPaths.login, { username, password })
const wrong = 'wrong one'

async function statuses(replies: readonly Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(replies)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Ages the attempts by this many seconds. */
const passTime = (seconds: number) =>
  runSql(filesmith.databaseUrl, `update attempts set ends_at = ends_at - $1 * interval '1 second'`, [seconds])

test('login: 30 parallel wrong passwords from one network never exceed the limit of the account', async () => {
  const { username } = await register()
  const network = newNetwork()
  const tries = Array.from({ length: 30 }, () => signIn(username, wrong, network))
  expect(await statuses(tries)).toEqual({ 401: 5, 429: 25 })
})

test('login: 30 parallel wrong passwords from 30 networks never exceed the limit of new devices', async () => {
  const { username } = await register()
  const tries = Array.from({ length: 30 }, () => signIn(username, wrong, newNetwork()))
  expect(await statuses(tries)).toEqual({ 401: 20, 429: 10 })
})

test('login: wrong passwords from one network do not delay another one', async () => {
  const { username, password } = await register()
  const attacker = newNetwork()
  for (let index = 0; index < 11; index += 1) await signIn(username, wrong, attacker)
  const refused = await signIn(username.toUpperCase(), password, attacker)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      code: 'too-many-attempts',
      message: expect.stringMatching(
        /^Too many attempts\. Please try again in (1 minute|less than a minute)\.$/,
      ),
    },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect((await signIn(username, password, newNetwork())).status).toBe(200)
})

test('login: the owner signs in from a known device during an attack from many networks', async () => {
  const owner = await register()
  const { username, password } = owner
  await owner.post(apiPaths.logout)
  for (let round = 0; round < 5; round += 1)
    await statuses(Array.from({ length: 20 }, () => signIn(username, wrong, newNetwork())))
  // Even on the attacker's own network, whose other limits are used up as well.
  const network = newNetwork()
  await statuses(Array.from({ length: 41 }, () => signIn(username, wrong, network)))
  const device = from(network, owner.cookies)
  expect((await device.post(apiPaths.login, { username, password })).status).toBe(200)
})

test('login: the owner signs in from a new device once the attack stops, after at most one refill', async () => {
  const { username, password } = await register()
  await statuses(Array.from({ length: 60 }, () => signIn(username, wrong, newNetwork())))
  const network = newNetwork()
  const refused = await signIn(username, password, network)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'sign-in-paused' }])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeLessThanOrEqual(180)
  await passTime(wait)
  expect((await signIn(username, password, network)).status).toBe(200)
})

test('login: a password reset link lets a new device sign in during an attack', async () => {
  const { username, email } = await register()
  await statuses(Array.from({ length: 30 }, () => signIn(username, wrong, newNetwork())))
  const network = newNetwork()
  await statuses(Array.from({ length: 6 }, () => signIn(username, wrong, network)))
  const device = from(network)
  await device.post(apiPaths.forgotPassword, { email })
  const token = tokenIn(await receiveMail(filesmith.settings.DATA_DIR, email, /reset your/i))
  const password = 'Quiet Hammer 88'
  expect((await device.post(apiPaths.resetPassword, { token, password })).status).toBe(204)
  expect((await device.post(apiPaths.login, { username, password })).status).toBe(200)
})

test('login: delays double from one minute to fifteen and expire after a day', async () => {
  const { username, password } = await register()
  const network = newNetwork()
  for (let index = 0; index < 5; index += 1) await signIn(username, wrong, network)
  const waits: number[] = []
  for (let index = 0; index < 6; index += 1) {
    const refused = await signIn(username, wrong, network)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    waits.push(Math.round(wait / 60))
    await passTime(wait)
    expect((await signIn(username, wrong, network)).status).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
  await passTime(24 * 60 * 60)
  const again = Array.from({ length: 5 }, () => signIn(username, wrong, network))
  expect(await statuses(again)).toEqual({ 401: 5 })
  await passTime(60)
  expect((await signIn(username, password, network)).status).toBe(200)
})

test('login: a known device has its own limit, which the correct password resets', async () => {
  const owner = await register()
  const tries = (count: number) =>
    statuses(
      Array.from({ length: count }, () =>
        from(newNetwork(), owner.cookies).post(apiPaths.login, { ...owner, password: wrong }),
      ),
    )
  expect(await tries(4)).toEqual({ 401: 4 })
  expect((await owner.post(apiPaths.login, owner)).status).toBe(200)
  expect(await tries(8)).toEqual({ 401: 5, 429: 3 })
})

test('known device: ends with a password change elsewhere, sign-out of others and the end of its session', async () => {
  const owner = await register()
  const { username, password } = owner
  const other = from(newNetwork())
  const isKnown = async (cookies: Member['cookies'], word: string) => {
    await statuses(Array.from({ length: 30 }, () => signIn(username, wrong, newNetwork())))
    return (
      (await from(newNetwork(), cookies).post(apiPaths.login, { username, password: word })).status === 200
    )
  }
  const signInOther = async (word: string) => {
    await runSql(filesmith.databaseUrl, 'delete from attempts')
    expect((await other.post(apiPaths.login, { username, password: word })).status).toBe(200)
  }
  await signInOther(password)
  expect(await isKnown(other.cookies, password)).toBe(true)
  await signInOther(password)
  expect((await owner.fetch(apiPaths.sessions, { method: 'DELETE' })).status).toBe(204)
  expect(await isKnown(other.cookies, password)).toBe(false)
  expect(await isKnown(owner.cookies, password)).toBe(true)

  await signInOther(password)
  const { sessions } = await other.json<{ sessions: { id: string; isCurrent: boolean }[] }>(apiPaths.security)
  const current = sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
  expect((await other.fetch(apiPaths.session(current), { method: 'DELETE' })).status).toBe(204)
  expect(await isKnown(other.cookies, password)).toBe(false)

  await signInOther(password)
  const newPassword = 'Quiet Hammer 88'
  const change = { currentPassword: password, newPassword }
  expect((await other.post(apiPaths.changePassword, change)).status).toBe(204)
  expect(await isKnown(owner.cookies, newPassword)).toBe(false)
  expect(await isKnown(other.cookies, newPassword)).toBe(true)
})

test('login: the cookie of a known device is bound to its account', async () => {
  const [owner, stranger] = [await register(), await register()]
  await statuses(Array.from({ length: 30 }, () => signIn(owner.username, wrong, newNetwork())))
  const { username, password } = owner
  const reply = await from(newNetwork(), stranger.cookies).post(apiPaths.login, { username, password })
  expect(reply.status).toBe(429)
})

test('login: a name without an account is limited exactly like one with an account', async () => {
  const { username } = await register()
  const answersFor = async (name: string) => {
    const seen: unknown[] = []
    const record = async (reply: Response) => {
      const headers = [...reply.headers.keys()].filter(key => key !== 'date')
      // The message contains the remaining time, which depends on the duration of the test.
      const { code } = (await reply.json()) as { code: string }
      seen.push([reply.status, headers, code])
    }
    const network = newNetwork()
    for (let index = 0; index < 7; index += 1) await record(await signIn(name, wrong, network))
    for (let index = 0; index < 17; index += 1) await record(await signIn(name, wrong, newNetwork()))
    return seen
  }
  const unknown = await answersFor(`x${username.slice(1)}`)
  expect(unknown).toEqual(await answersFor(username))
  expect(unknown.flat()).toContain(401)
  expect(unknown.flat()).toContain(429)
})

test('change password: limits wrong current passwords', async () => {
  const member = await register()
  const seen = []
  for (let index = 0; index < 6; index++) {
    const body = { currentPassword: wrong, newPassword: 'Quiet Hammer 88' }
    seen.push((await member.post(apiPaths.changePassword, body)).status)
  }
  expect(seen).toEqual([403, 403, 403, 403, 403, 429])
})

test('forgot password: allows three requests an hour, for known and unknown addresses', async () => {
  const ask = (email: string) => createVisitor(filesmith.baseUrl).post(apiPaths.forgotPassword, { email })
  const seen = []
  for (let index = 0; index < 4; index++) seen.push((await ask('unknown@example.org')).status)
  expect(seen).toEqual([202, 202, 202, 429])
})

test('register: allows four accounts an hour per network', async () => {
  const visitor = from(newNetwork())
  const seen = []
  for (let index = 0; index < 5; index++)
    seen.push((await visitor.post(apiPaths.register, newCredentials())).status)
  expect(seen).toEqual([201, 201, 201, 201, 429])
})

test('login: allows forty attempts per network for any user names, until the window has passed', async () => {
  const network = newNetwork()
  const tries = Array.from({ length: 41 }, (_, index) => signIn(`guess-${index}`, wrong, network))
  expect(await statuses(tries)).toEqual({ 401: 40, 429: 1 })
  await passTime(15 * 60)
  expect((await signIn('guess-again', wrong, network)).status).toBe(401)
})

test('login: attempts are counted across web processes', async () => {
  const second = await startFilesmith(
    { DATABASE_URL: filesmith.databaseUrl, ...limits, COOKIE_SECRET: cookieSecret },
    { hasWorker: false },
  )
  const servers = [filesmith.baseUrl, second.baseUrl]
  const network = { 'x-forwarded-for': newNetwork() }
  const tries = Array.from({ length: 10 }, (_, index) =>
    createVisitor(servers[index % 2] ?? '', network).post(apiPaths.login, {
      username: 'both',
      password: wrong,
    }),
  )
  const seen = await statuses(tries)
  await second.stop()
  expect(seen).toEqual({ 401: 5, 429: 5 })
})
