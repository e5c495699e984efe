/** Re-authentication: sensitive routes require that the user authenticated within the last 10 minutes. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/two-step.ts'
import { expectError } from '../support/expect-error.ts'
import { type ForgingProvider, startForgingProvider } from '../support/forging-provider.ts'
import {
  startIdentityProviderServer,
  type TestIdentityProviderServer,
} from '../support/identity-provider-server.ts'
import { createConfirmedMember, makeSessionsStale, newCredentials, runSql } from '../support/member.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { redirectOf } from '../support/organization-sign-in-flow.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let provider: TestIdentityProviderServer
let organization: ForgingProvider
let filesmith: TestFilesmith
beforeAll(async () => {
  provider = await startIdentityProviderServer()
  organization = await startForgingProvider()
  filesmith = await startFilesmith({ ...organization.env, ...provider.env }, { hasWorker: false })
})
afterAll(async () => {
  await filesmith.stop()
  await organization.close()
  await provider.close()
})

const endOtherSessions = (who: Visitor) => who.fetch(apiPaths.sessions, { method: 'DELETE' })

/** Also covers accounts without a password. */
const makeAllStale = () =>
  runSql(filesmith.databaseUrl, `update sessions set proved_at = now() - interval '10 minutes'`)

test('routes: every route that declares re-authentication rejects a stale session without side effects', async () => {
  const operator = await createOperator(filesmith)
  await runSql(filesmith.databaseUrl, 'update users set email_verified_at = now() where username = $1', [
    operator.username,
  ])
  await makeSessionsStale(filesmith, operator)
  const routes = filesmith.declaredRoutes.filter(({ proof }) => proof !== null)
  expect(routes.length).toBeGreaterThan(12)
  const bodies: Readonly<Record<string, object>> = {
    [apiPaths.username]: { username: 'another-name' },
    [apiPaths.email]: { email: 'another@example.org' },
    [apiPaths.adminUser(':id')]: { grantedPlan: 'pro' },
  }
  for (const { method, url } of routes) {
    // The specification puts the password into the body; covered with two-step sign-in below.
    if (url === apiPaths.changePassword) continue
    const reply = await operator.fetch(url.replace(':provider', 'github').replace(':id', randomUUID()), {
      method,
      ...(method === 'DELETE'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(bodies[url] ?? {}) }),
    })
    const { code } = (await reply.json()) as { code: string }
    expect([method, url, code]).toEqual([method, url, 'proof-needed'])
  }
  expect(await operator.user()).toMatchObject({ username: operator.username })
})

test('proof: the password renews it, a wrong one does not', async () => {
  const member = await createConfirmedMember(filesmith)
  expect((await endOtherSessions(member)).status).toBe(204)
  await makeSessionsStale(filesmith, member)
  await expectError(await endOtherSessions(member), 'proof-needed')
  await expectError(await member.post(apiPaths.proof, { password: 'guess' }), 'wrong-password')
  await expectError(await member.post(apiPaths.proof, {}), 'proof-needed')
  await expectError(await endOtherSessions(member), 'proof-needed')
  expect((await member.post(apiPaths.proof, { password: member.password })).status).toBe(204)
  expect((await endOtherSessions(member)).status).toBe(204)
})

test('proof: another session of the same account stays stale', async () => {
  const member = await createConfirmedMember(filesmith)
  const other = createVisitor(filesmith.baseUrl)
  await other.post(apiPaths.login, { username: member.username, password: member.password })
  await makeSessionsStale(filesmith, member)
  await member.post(apiPaths.proof, { password: member.password })
  await expectError(await endOtherSessions(other), 'proof-needed')
})

test('proof: limits wrong passwords', async () => {
  const member = await createConfirmedMember(filesmith)
  const replies = await Promise.all(
    Array.from({ length: 14 }, () => member.post(apiPaths.proof, { password: 'guess' })),
  )
  expect(replies.some(reply => reply.status === 429)).toBe(true)
})

test('proof: with two-step sign-in on, a password is not sufficient, neither alone nor in a request body', async () => {
  const member = await createConfirmedMember(filesmith)
  const begun = await member.post(apiPaths.twoStep, { password: member.password })
  const { secret } = (await begun.json()) as { secret: string }
  const code = totpCode(secret, timeStepAt(new Date()) - 1)
  expect((await member.post(apiPaths.twoStepConfirm, { code })).status).toBe(200)
  await makeSessionsStale(filesmith, member)
  const { password } = member
  await expectError(await member.post(apiPaths.proof, { password }), 'proof-needed')
  for (const path of [apiPaths.twoStepOff, apiPaths.recoveryCodes])
    await expectError(await member.post(path, { password }), 'proof-needed')
  const change = { currentPassword: password, newPassword: 'Quiet Hammer 88' }
  await expectError(await member.post(apiPaths.changePassword, change), 'proof-needed')
  await expectError(await member.post(apiPaths.proofWith('github'), {}), 'proof-needed')
  await expectError(await member.post(apiPaths.proof, { code: '000000' }), 'wrong-code')
  const next = totpCode(secret, timeStepAt(new Date()))
  expect((await member.post(apiPaths.proof, { code: next })).status).toBe(204)
  expect((await member.post(apiPaths.twoStepOff, { password })).status).toBe(204)
})

async function signInWithGithub(visitor: Visitor, id: number): Promise<string> {
  provider.setPerson({ id, email: newCredentials().email, login: `person-${id}`, name: `person-${id}` })
  const providerUrl = await redirectOf(visitor, apiPaths.signInWith('github'))
  return followProvider(visitor, providerUrl)
}

async function followProvider(visitor: Visitor, providerUrl: string): Promise<string> {
  const callback = new URL((await fetch(providerUrl, { redirect: 'manual' })).headers.get('location') ?? '')
  return redirectOf(visitor, callback.pathname + callback.search)
}

async function beginProof(visitor: Visitor, id: string, next?: string): Promise<string> {
  const begun = await visitor.post(apiPaths.proofWith(id), { next })
  expect(begun.status).toBe(200)
  return ((await begun.json()) as { url: string }).url
}

test('proof: an account without a password re-authenticates with its own provider identity only', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  await signInWithGithub(visitor, 91_001)
  await makeAllStale()
  await expectError(await endOtherSessions(visitor), 'proof-needed')

  provider.setPerson({ id: 91_002, email: newCredentials().email, login: 'another-person' })
  expect(await followProvider(visitor, await beginProof(visitor, 'github'))).toBe(
    '/profile?section=security&failed=identity-not-connected&provider=github',
  )
  await expectError(await endOtherSessions(visitor), 'proof-needed')

  provider.setPerson({ id: 91_001, email: newCredentials().email, login: 'person-91001' })
  const providerUrl = await beginProof(visitor, 'github', '/admin?section=users')
  expect(await followProvider(visitor, providerUrl)).toBe('/admin?section=users')
  expect((await endOtherSessions(visitor)).status).toBe(204)
})

test('proof: the provider callback does not re-authenticate another account in the same browser', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  await signInWithGithub(visitor, 91_003)
  const providerUrl = await beginProof(visitor, 'github')
  const other = await createConfirmedMember(filesmith)
  await visitor.post(apiPaths.logout)
  await visitor.post(apiPaths.login, { username: other.username, password: other.password })
  await makeAllStale()
  expect(await followProvider(visitor, providerUrl)).toContain('failed=sign-in-expired')
  await expectError(await endOtherSessions(visitor), 'proof-needed')
})

async function returnFromOrganization(
  visitor: Visitor,
  providerUrl: string,
  claims: object = {},
): Promise<string> {
  const query = new URL(providerUrl).searchParams
  organization.forge(query.get('nonce') ?? '', token => ({ claims: { ...token.claims, ...claims } }))
  const answer = new URLSearchParams({ code: 'a-code', state: query.get('state') ?? '' })
  return redirectOf(visitor, `${apiPaths.signInWithReturn('organisation')}?${answer}`)
}

test('proof: an organization is asked for a new sign-in, and an older auth_time is rejected', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const first = await redirectOf(visitor, apiPaths.signInWith('organisation'))
  expect(new URL(first).searchParams.has('prompt')).toBe(false)
  expect(await returnFromOrganization(visitor, first)).toBe('/')
  await makeAllStale()

  const providerUrl = await beginProof(visitor, 'organisation')
  const asked = Object.fromEntries(new URL(providerUrl).searchParams)
  expect(asked).toMatchObject({ prompt: 'login', max_age: '0' })
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600
  expect(await returnFromOrganization(visitor, providerUrl, { auth_time: anHourAgo })).toContain(
    'failed=provider-failed',
  )
  await expectError(await endOtherSessions(visitor), 'proof-needed')

  const again = await beginProof(visitor, 'organisation')
  const now = Math.floor(Date.now() / 1000)
  expect(await returnFromOrganization(visitor, again, { auth_time: now })).toBe('/')
  expect((await endOtherSessions(visitor)).status).toBe(204)
})

const deleteOwn = (who: Operator) => who.fetch(apiPaths.user, { method: 'DELETE' })

/** Makes these the only operators. */
async function onlyOperators(operators: readonly Operator[]): Promise<void> {
  await runSql(filesmith.databaseUrl, 'update users set operator_since = null where username <> all($1)', [
    operators.map(({ username }) => username),
  ])
}

test('delete account: the only operator cannot delete or demote themselves', async () => {
  const operator = await createOperator(filesmith)
  await onlyOperators([operator])
  await expectError(await deleteOwn(operator), 'last-operator')
  await expectError(await operator.change(operator, { isOperator: false }), 'last-operator')
  expect(await operator.find(operator)).toMatchObject({ isOperator: true })
})

test('delete account: of two operators who delete themselves concurrently, one remains', async () => {
  const operators = [await createOperator(filesmith), await createOperator(filesmith)]
  await onlyOperators(operators)
  const replies = await Promise.all(operators.map(deleteOwn))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
  const left = await runSql(
    filesmith.databaseUrl,
    'select username from users where operator_since is not null and suspended_at is null',
  )
  expect(left).toHaveLength(1)
})

test('delete account: works for an operator who is not the last one, with an audit entry', async () => {
  const [one, other] = [await createOperator(filesmith), await createOperator(filesmith)]
  expect((await deleteOwn(one)).status).toBe(204)
  expect((await other.audit())[0]).toBe(`${one.username} revoked ${one.username} as operator.`)
})
