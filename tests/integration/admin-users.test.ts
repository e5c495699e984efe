/** Admin API: search accounts, grant plans, grant the operator role, suspend and delete accounts. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminUserPage } from '@filesmith/contract/schemas/admin'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../support/images.ts'
import { createMember, type Member, putOnPlan, runSql } from '../support/member.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let operator: Operator
beforeAll(async () => {
  filesmith = await startFilesmith({ PLAN_FREE_PER_DAY: '10' })
  operator = await createOperator(filesmith)
})
afterAll(() => filesmith.stop())

const find = async (query: string) =>
  (await operator.json<AdminUserPage>(`${apiPaths.adminUsers}?${query}`)).users.map(user => user.username)
const codeOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code]
const signIn = ({ username, password }: Member) =>
  createVisitor(filesmith.baseUrl).post(apiPaths.login, { username, password })

test('API-35 auth status: isOperator is present for operators only', async () => {
  expect(await operator.user()).toMatchObject({ isOperator: true })
  expect(await (await createMember(filesmith.baseUrl)).user()).not.toHaveProperty('isOperator')
})

test('API-35 users: search by name, email, plan, role and suspension', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const bob = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, bob, 'basic')
  expect(await find(`search=${ada.username.toUpperCase()}`)).toEqual([ada.username])
  expect(await find(`search=${encodeURIComponent(bob.email)}`)).toEqual([bob.username])
  expect(await find('search=%25')).toEqual([])
  expect(await find('plan=basic')).toEqual([bob.username])
  expect(await find('plan=free')).not.toContain(bob.username)
  expect(await find('isOperator=true')).toEqual([operator.username])
  expect(await find('isOperator=false')).not.toContain(operator.username)
  expect(await find('isSuspended=true')).toEqual([])
  await operator.change(ada, { isSuspended: true })
  expect(await find('isSuspended=true')).toEqual([ada.username])
  expect(await operator.find(bob)).toMatchObject({
    email: bob.email,
    plan: 'basic',
    paidPlan: 'basic',
    grantedPlan: null,
    hasTwoStep: false,
    isEmailVerified: false,
    conversionsThisMonth: 0,
    storedBytes: 0,
  })
})

test('API-35 users: pagination returns every account once', async () => {
  await runSql(
    filesmith.databaseUrl,
    `insert into users (id, username, username_key, email, email_key, created_at)
     select 'u_' || gen_random_uuid(), 'crowd' || n, 'crowd' || n, n || '@crowd.example', n || '@crowd.example',
       date_trunc('milliseconds', now() - interval '1 day') from generate_series(1, 120) n`,
  )
  const names: string[] = []
  let before: string | null = ''
  for (let pages = 0; before !== null && pages < 5; pages += 1) {
    const query = new URLSearchParams({ search: 'crowd', ...(before && { before }) })
    const page: AdminUserPage = await operator.json(`${apiPaths.adminUsers}?${query}`)
    expect(page.total).toBe(120)
    names.push(...page.users.map(user => user.username))
    before = page.next
  }
  expect([names.length, new Set(names).size]).toEqual([120, 120])
})

test.each(['before=nowhere', 'plan=gold', 'isOperator=maybe', `before=${btoa('2026-01-01T00:00:00Z|x')}`])(
  'API-35 users: rejects the query %s',
  async query => {
    expect((await operator.fetch(`${apiPaths.adminUsers}?${query}`)).status).toBe(400)
  },
)

test('API-35 granted plan: applies at once, is shown as granted, and ends when it is revoked', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const perDay = async () => (await ada.json<Usage>(apiPaths.usage)).today.total
  expect(await perDay()).toBe(10)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const given = await operator.change(ada, { grantedPlan: 'pro', grantedUntil: until })
  expect(await given.json()).toMatchObject({
    plan: 'pro',
    paidPlan: 'free',
    grantedPlan: 'pro',
    grantedUntil: until,
  })
  expect(await perDay()).toBeNull()
  expect(await ada.user()).toMatchObject({
    subscriptionPlan: 'pro',
    subscription: { plan: 'pro', expiryDate: until, isGranted: true },
  })
  expect(await find('plan=pro')).toContain(ada.username)
  // Above the limit of Free.
  const big = await ada.fetch(apiPaths.uploads, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(300 * 1024 * 1024),
      'upload-metadata': `filename ${btoa('a.png')},operation ${btoa('convert-image')}`,
    },
  })
  expect(big.status).toBe(201)
  await operator.change(ada, { grantedPlan: null })
  expect([await perDay(), (await operator.find(ada)).grantedUntil]).toEqual([10, null])
  expect((await ada.user()).subscription).toEqual({ plan: 'free', expiryDate: null })
  expect((await operator.audit()).slice(0, 2)).toEqual([
    `${operator.username} revoked the Pro plan given to ${ada.username}.`,
    `${operator.username} gave ${ada.username} the Pro plan until ${until.slice(0, 10)}.`,
  ])
})

test('API-35 granted plan: the better of paid and granted plan applies', async () => {
  const ada = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, ada, 'pro')
  await operator.change(ada, { grantedPlan: 'basic' })
  expect(await operator.find(ada)).toMatchObject({ plan: 'pro', paidPlan: 'pro', grantedPlan: 'basic' })
  expect((await ada.user()).subscription).toEqual({ plan: 'pro', expiryDate: null })
  await runSql(filesmith.databaseUrl, 'update subscriptions set expires_at = now()')
  expect(await operator.find(ada)).toMatchObject({ plan: 'basic', paidPlan: 'free' })
})

test.each([
  [{ grantedPlan: 'pro', grantedUntil: '2020-01-01T00:00:00Z' }, 400, 'grant-in-the-past'],
  [{ grantedUntil: '2090-01-01T00:00:00Z' }, 400, 'grant-without-plan'],
  [{ grantedPlan: 'gold' }, 400, 'invalid-request'],
  [{ isAdmin: true }, 400, 'invalid-request'],
  [{ isOperator: true }, 403, 'proof-needed'],
  [{ isOperator: true, password: 'wrong' }, 403, 'wrong-password'],
])('API-35 users: rejects the change %j with %i and writes no audit entry', async (change, status, code) => {
  const ada = await createMember(filesmith.baseUrl)
  const before = await operator.audit()
  expect(await codeOf(await operator.change(ada, change))).toEqual([status, code])
  expect(await operator.audit()).toEqual(before)
  expect(await operator.find(ada)).toMatchObject({ isOperator: false, grantedPlan: null })
})

test('API-35 operator role: granting requires the password, revoking does not; the last operator cannot be removed', async () => {
  const ada = await createMember(filesmith.baseUrl)
  expect((await ada.fetch(apiPaths.adminOverview)).status).toBe(403)
  const { password } = operator
  expect((await operator.change(ada, { isOperator: true, password })).status).toBe(200)
  expect((await ada.fetch(apiPaths.adminOverview)).status).toBe(200)
  expect((await operator.change(ada, { isOperator: false })).status).toBe(200)
  expect((await ada.fetch(apiPaths.adminOverview)).status).toBe(403)
  for (const change of [{ isOperator: false }, { isSuspended: true }])
    expect(await codeOf(await operator.change(operator, change))).toEqual([409, 'last-operator'])
  const self = apiPaths.adminUser((await operator.find(operator)).id)
  expect(await codeOf(await operator.send('DELETE', self))).toEqual([409, 'last-operator'])
  expect((await operator.audit()).slice(0, 2)).toEqual([
    `${operator.username} revoked ${ada.username} as operator.`,
    `${operator.username} made ${ada.username} an operator.`,
  ])
})

test('API-35 suspend: of two operators who suspend each other concurrently, one remains', async () => {
  const [one, other] = [await createOperator(filesmith), await createOperator(filesmith)]
  const others = [operator.username, one.username, other.username]
  await runSql(
    filesmith.databaseUrl,
    'update users set operator_since = null where operator_since is not null and username <> all($1)',
    [others],
  )
  await runSql(filesmith.databaseUrl, 'update users set operator_since = null where username = $1', [
    operator.username,
  ])
  const [oneId, otherId] = [(await one.find(one)).id, (await one.find(other)).id]
  const replies = await Promise.all([
    one.send('PATCH', apiPaths.adminUser(otherId), { isSuspended: true }),
    other.send('PATCH', apiPaths.adminUser(oneId), { isSuspended: true }),
  ])
  expect(replies.filter(reply => reply.ok)).toHaveLength(1)
  await runSql(
    filesmith.databaseUrl,
    `update users set operator_since = case when username = $1 then now() end, suspended_at = null where username = any($2)`,
    [operator.username, others],
  )
})

test('API-35 suspend: ends all sessions, is reported at sign-in, and keeps all data', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const { id } = await ada.convertAsync(await ada.upload(await drawPng(), 'a.png'), { outputFormat: 'webp' })
  await ada.follow({ id, eventsUrl: apiPaths.conversionEvents(id) } as never)
  expect((await operator.change(ada, { isSuspended: true })).status).toBe(200)
  expect(await ada.status()).toEqual({ authenticated: false, user: null })
  const refused = await signIn(ada)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 'account-suspended', message: 'This account is suspended. Please contact us.' },
  ])
  // A wrong password does not reveal the suspension.
  expect((await signIn({ ...ada, password: 'wrong' })).status).toBe(401)
  expect(await runSql(filesmith.databaseUrl, 'select status from conversions where id = $1', [id])).toEqual([
    { status: 'succeeded' },
  ])
  expect((await operator.change(ada, { isSuspended: false })).status).toBe(200)
  expect((await ada.post(apiPaths.login, { username: ada.username, password: ada.password })).status).toBe(
    200,
  )
  expect((await ada.fetch(apiPaths.download(id))).status).toBe(200)
  expect((await operator.audit()).slice(0, 2)).toEqual([
    `${operator.username} restored ${ada.username}.`,
    `${operator.username} suspended ${ada.username}.`,
  ])
})

test('API-35 delete user: removes account and files, and keeps the audit entry', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const upload = await ada.upload(await drawPng(), 'a.png')
  const path = apiPaths.adminUser((await operator.find(ada)).id)
  expect(await operator.json(path)).toMatchObject({ username: ada.username })
  expect((await operator.send('DELETE', path)).status).toBe(204)
  expect((await operator.fetch(path)).status).toBe(404)
  expect((await operator.send('DELETE', path)).status).toBe(404)
  expect(await runSql(filesmith.databaseUrl, 'select id from uploads where id = $1', [upload])).toEqual([])
  expect((await signIn(ada)).status).toBe(401)
  expect((await operator.audit())[0]).toBe(
    `${operator.username} deleted the account ${ada.username} and its files.`,
  )
})

test('API-35 audit log: records sign-ins of operators only', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const before = (await operator.audit('?action=operator-signed-in')).length
  await signIn(ada)
  await signIn(operator)
  const after = await operator.audit('?action=operator-signed-in')
  expect(after.length - before).toBe(1)
  expect(after[0]).toMatch(new RegExp(`^${operator.username} signed in with `))
})
