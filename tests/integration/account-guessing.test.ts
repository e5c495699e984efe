/** Nobody finds out a password by trying. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith(
    {
      ATTEMPTS_PER_ACCOUNT: '5',
      ATTEMPTS_PER_NETWORK: '40',
      REGISTRATIONS_PER_HOUR: '4',
      MAILS_PER_HOUR: '3',
    },
    { hasWorker: false },
  )
})
afterAll(() => filesmith.stop())

const signIn = (username: string, password: string) =>
  createVisitor(filesmith.baseUrl).post('/api/auth/login', { username, password })

test('an account takes five wrong passwords, sent at once or one by one, then not even the right one', async () => {
  const member = await createMember(filesmith.baseUrl)
  const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(member.username, 'wrong one')))
  expect(replies.map(reply => reply.status).sort()).toEqual([
    ...Array<number>(5).fill(401),
    ...Array<number>(7).fill(429),
  ])
  const refused = await signIn(member.username.toUpperCase(), member.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await refused.json()).toEqual({
    code: 'too-many-attempts',
    message: expect.stringMatching(/^Too many attempts\. Please try again in 1\d minutes\.$/),
  })
  // Whoever is signed in stays signed in.
  expect(await member.status()).toMatchObject({ authenticated: true })
})

test('an account that does not exist is guarded the same way', async () => {
  const statuses = []
  for (let index = 0; index < 7; index++) statuses.push((await signIn('no-such-smith', 'wrong one')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('the right password forgives earlier mistakes', async () => {
  const member = await createMember(filesmith.baseUrl)
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 4; index++) await signIn(member.username, 'wrong one')
    expect((await signIn(member.username, member.password)).status).toBe(200)
  }
})

test('somebody at an open screen cannot guess the password there either', async () => {
  const member = await createMember(filesmith.baseUrl)
  const statuses = []
  for (let index = 0; index < 6; index++) {
    const body = { currentPassword: 'wrong one', newPassword: 'Quiet Hammer 88' }
    statuses.push((await member.post('/api/auth/change-password', body)).status)
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
})

test('links can be asked for three times an hour, known address or not', async () => {
  const ask = (email: string) => createVisitor(filesmith.baseUrl).post('/api/auth/forgot-password', { email })
  const statuses = []
  for (let index = 0; index < 4; index++) statuses.push((await ask('nobody@example.org')).status)
  expect(statuses).toEqual([202, 202, 202, 429])
})

test('a network may register four accounts an hour', async () => {
  // Three were registered above.
  const statuses = []
  for (let index = 0; index < 2; index++) {
    const reply = await createVisitor(filesmith.baseUrl).post('/api/auth/register', newCredentials())
    statuses.push(reply.status)
  }
  expect(statuses).toEqual([201, 429])
})

test('a network may try forty sign-ins, whatever the names; when the time is over it may again', async () => {
  await runSql(filesmith.databaseUrl, 'delete from attempts')
  const tries = Array.from({ length: 41 }, (_, index) => signIn(`guess-${index}`, 'wrong one'))
  const statuses = (await Promise.all(tries)).map(reply => reply.status)
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
  await runSql(filesmith.databaseUrl, `update attempts set ends_at = now() - interval '1 second'`)
  expect((await signIn('guess-again', 'wrong one')).status).toBe(401)
})

test('tries are counted over all web processes together', async () => {
  await runSql(filesmith.databaseUrl, 'delete from attempts')
  const second = await startFilesmith(
    { DATABASE_URL: filesmith.databaseUrl, ATTEMPTS_PER_ACCOUNT: '5' },
    { hasWorker: false },
  )
  const servers = [filesmith.baseUrl, second.baseUrl]
  const tries = Array.from({ length: 10 }, (_, index) =>
    createVisitor(servers[index % 2] ?? '').post('/api/auth/login', {
      username: 'both',
      password: 'wrong one',
    }),
  )
  const statuses = (await Promise.all(tries)).map(reply => reply.status)
  await second.stop()
  expect(statuses.filter(status => status === 401)).toHaveLength(5)
})
