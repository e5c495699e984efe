/** Groups of an OpenID provider or a proxy give plans and the operator role, and revoke only what they gave. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AuthStatus } from '@filesmith/contract/schemas/account'
import type { AdminUserPage } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { createConfirmedMember, newCredentials, putOnPlan, runSql } from '../support/member.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { createOperator, type Operator } from '../support/operator.ts'
import { connectOrganization, signInWithOrganization } from '../support/organization-sign-in-flow.ts'
import { createProxyMember } from '../support/proxy-user.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'
const mapping = { GROUP_PLANS: 'guests=basic,staff=pro', GROUP_OPERATORS: 'admins, owners' }
const proxyEnv = {
  AUTH_PROXY_HEADER: 'Remote-User',
  AUTH_PROXY_TRUSTED: '127.0.0.1',
  AUTH_PROXY_GROUPS_HEADER: 'Remote-Groups',
}

let provider: TestOpenIdProvider
let filesmith: TestFilesmith
let operator: Operator
beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl })
  filesmith = await startFilesmith(
    { ...provider.env, ...proxyEnv, ...mapping, PUBLIC_URL: publicUrl },
    { hasWorker: false },
  )
  operator = await createOperator(filesmith)
})
afterAll(async () => {
  await filesmith.stop()
  await provider.close()
})

const newName = () => `ada-${randomUUID().slice(0, 8)}`
const viaProxy = (name: string, groups?: string) =>
  createProxyMember(filesmith.baseUrl, name, groups === undefined ? {} : { groups })
const auditOf = async (name: string) => (await operator.audit()).filter(summary => summary.includes(name))

/** Signs in through the OpenID provider with these groups. */
async function viaProvider(login: string, groups: readonly string[] | undefined, site = filesmith) {
  const person = { email: `${login}@example.org`, email_verified: true, name: login }
  provider.addPerson(login, groups ? { ...person, groups } : person)
  const visitor = createVisitor(site.baseUrl)
  expect(await signInWithOrganization(visitor, login)).toBe('/')
  const { user } = await visitor.json<AuthStatus>(apiPaths.authStatus)
  return { visitor, user }
}

async function withSettings(changes: Record<string, string>, work: (site: TestFilesmith) => Promise<void>) {
  const shared = { PUBLIC_URL: publicUrl, DATABASE_URL: filesmith.databaseUrl }
  const site = await startFilesmith(
    { ...provider.env, ...proxyEnv, ...mapping, ...shared, ...changes },
    { hasWorker: false },
  )
  try {
    await work(site)
  } finally {
    await site.stop()
  }
}

test('groups of a proxy: give and revoke plan and operator role with the next request', async () => {
  const name = newName()
  expect(await viaProxy(name).user()).toMatchObject({ subscriptionPlan: 'free' })
  expect(await viaProxy(name, 'guests').user()).toMatchObject({
    subscriptionPlan: 'basic',
    subscription: { plan: 'basic', expiryDate: null, isGranted: true },
  })
  const promoted = viaProxy(name, ' guests ,staff,,admins')
  await Promise.all(Array.from({ length: 6 }, () => promoted.status()))
  expect(await promoted.user()).toMatchObject({ subscriptionPlan: 'pro', isOperator: true })
  expect((await promoted.fetch(apiPaths.adminUsers)).status).toBe(200)
  expect(await operator.find({ username: name })).toMatchObject({
    plan: 'pro',
    paidPlan: 'free',
    grantedPlan: null,
    groupPlan: 'pro',
    isOperator: true,
    isOperatorByGroup: true,
  })
  await expectError(await viaProxy(name, 'guests').fetch(apiPaths.adminUsers), 'not-an-operator')
  const demoted = await viaProxy(name, '').user()
  expect(demoted).toMatchObject({ subscriptionPlan: 'free' })
  expect(demoted).not.toHaveProperty('isOperator')
  // One entry for each change, although six requests came at once.
  const entries = (await auditOf(name)).filter(summary => summary.startsWith('group mapping'))
  expect(entries.sort()).toEqual([
    `group mapping gave ${name} the Basic plan.`,
    `group mapping gave ${name} the Basic plan.`,
    `group mapping gave ${name} the Pro plan.`,
    `group mapping made ${name} an operator.`,
    `group mapping revoked ${name} as operator.`,
    `group mapping revoked the Basic plan given to ${name}.`,
  ])
})

test('groups: names are compared exactly, and split only at the configured character', async () => {
  const name = newName()
  expect(await viaProxy(name, 'Admins,STAFF,admins|owners').user()).not.toHaveProperty('isOperator')
  await withSettings({ AUTH_PROXY_GROUPS_SEPARATOR: '|' }, async site => {
    const user = (groups: string) => createProxyMember(site.baseUrl, name, { groups }).user()
    expect(await user('x,admins|guests')).toMatchObject({ subscriptionPlan: 'basic' })
    expect(await user('x,admins|guests')).not.toHaveProperty('isOperator')
    expect(await user('guests|admins')).toMatchObject({ isOperator: true })
  })
})

test('groups: what was paid, granted or made by hand stays', async () => {
  const name = newName()
  const { username } = await viaProxy(name).user()
  await putOnPlan(filesmith, { username }, 'basic')
  await runSql(filesmith.databaseUrl, 'update users set operator_since = now() where username = $1', [
    username,
  ])
  expect(await viaProxy(name, 'staff,admins').user()).toMatchObject({ subscriptionPlan: 'pro' })
  expect(await operator.find({ username })).toMatchObject({ paidPlan: 'basic', isOperatorByGroup: false })
  expect(await viaProxy(name).user()).toMatchObject({ subscriptionPlan: 'basic', isOperator: true })
  expect((await operator.change({ username }, { grantedPlan: 'pro' })).status).toBe(200)
  expect(await viaProxy(name, 'guests').user()).toMatchObject({ subscriptionPlan: 'pro' })
  expect(await viaProxy(name).user()).toMatchObject({ subscriptionPlan: 'pro', isOperator: true })
})

test('groups: the last operator made by hand stays, also if there are operators by group', async () => {
  const [byGroup, appointed] = [newName(), newName()]
  const admin = viaProxy(byGroup, 'admins')
  const { username } = await viaProxy(appointed, 'admins').user()
  await runSql(
    filesmith.databaseUrl,
    'update users set operator_since = case when username = $1 then now() end',
    [username],
  )
  const { users } = await admin.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${username}`)
  const change = (id: string | undefined, body: object) =>
    admin.fetch(apiPaths.adminUser(id ?? ''), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await viaProxy(appointed).status()
  await expectError(await change(users[0]?.id, { isOperator: false }), 'last-operator')
  await expectError(await change(users[0]?.id, { isSuspended: true }), 'last-operator')
  expect(await viaProxy(appointed).user()).toMatchObject({ isOperator: true })
  // The role of a group is not revoked here: the next request would give it again.
  const own = await admin.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${byGroup}`)
  await expectError(await change(own.users[0]?.id, { isOperator: false }), 'operator-by-group')
  await runSql(filesmith.databaseUrl, 'update users set operator_since = now() where username = $1', [
    operator.username,
  ])
})

test('groups: the list of accounts filters by plan and role of a group', async () => {
  const name = newName()
  await viaProxy(name, 'staff,owners').status()
  const find = async (query: string) =>
    (await operator.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${name}&${query}`)).users.length
  expect(await find('plan=pro')).toBe(1)
  expect(await find('plan=free')).toBe(0)
  expect(await find('isOperator=true')).toBe(1)
  expect(await find('isOperator=false')).toBe(0)
})

test('groups: operators see the mapping and the trusted proxy', async () => {
  expect(await operator.json(apiPaths.adminSignIn)).toEqual({
    proxy: {
      userHeader: 'remote-user',
      emailHeader: null,
      groupsHeader: 'remote-groups',
      trusted: ['127.0.0.1'],
      createsAccounts: true,
      signOutUrl: null,
    },
    groupPlans: [
      { group: 'guests', plan: 'basic' },
      { group: 'staff', plan: 'pro' },
    ],
    groupOperators: ['admins', 'owners'],
  })
})

test('groups of OpenID: apply at each sign-in, from userinfo or the ID token', async () => {
  const login = newName()
  expect((await viaProvider(login, undefined)).user).toMatchObject({ subscriptionPlan: 'free' })
  expect((await viaProvider(login, ['staff', 'admins'])).user).toMatchObject({
    subscriptionPlan: 'pro',
    isOperator: true,
  })
  const { user } = await viaProvider(login, ['guests'])
  expect(user).toMatchObject({ subscriptionPlan: 'basic' })
  expect(user).not.toHaveProperty('isOperator')
  expect((await viaProvider(login, undefined)).user).toMatchObject({ subscriptionPlan: 'free' })

  const withClaims = await startOpenIdProvider({ publicUrl, hasClaimsInToken: true })
  withClaims.addPerson(login, {
    email: `token-${login}@example.org`,
    email_verified: true,
    name: login,
    groups: ['admins'],
  })
  await withSettings(withClaims.env, async site => {
    const visitor = createVisitor(site.baseUrl)
    await signInWithOrganization(visitor, login)
    expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user).toMatchObject({ isOperator: true })
  })
  await withClaims.close()
})

test.each(['invite', 'closed'])(
  'groups of OpenID: with SIGN_UP=%s only a known account gets them',
  async signUp => {
    const [known, stranger] = [newName(), newName()]
    await viaProvider(known, undefined)
    await withSettings({ SIGN_UP: signUp }, async site => {
      expect((await viaProvider(known, ['admins'], site)).user).toMatchObject({ isOperator: true })
      provider.addPerson(stranger, {
        email: `${stranger}@example.org`,
        email_verified: true,
        name: stranger,
        groups: ['admins'],
      })
      const visitor = createVisitor(site.baseUrl)
      expect(await signInWithOrganization(visitor, stranger)).not.toBe('/')
      expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user).toBeNull()
    })
  },
)

test('groups of OpenID: OIDC_GROUPS_CLAIM names the claim', async () => {
  await withSettings({ OIDC_GROUPS_CLAIM: 'roles' }, async site => {
    expect((await viaProvider(newName(), ['staff'], site)).user).toMatchObject({ subscriptionPlan: 'free' })
  })
  await withSettings(
    { OIDC_GROUPS_CLAIM: 'name', GROUP_PLANS: '', GROUP_OPERATORS: 'ada-name' },
    async site => {
      expect((await viaProvider('ada-name', undefined, site)).user).toMatchObject({ isOperator: true })
    },
  )
})

test('groups: a sign-in with a password proves no groups, and revokes what they gave', async () => {
  const member = await createConfirmedMember(filesmith)
  const person = { email: `${newName()}@example.org`, email_verified: true, name: 'Ada' }
  const login = newCredentials().username
  provider.addPerson(login, { ...person, groups: ['staff', 'admins'] })
  await connectOrganization(member, login)
  // Connecting is not a sign-in.
  expect(await member.user()).toMatchObject({ subscriptionPlan: 'free' })
  const visitor = createVisitor(filesmith.baseUrl)
  await signInWithOrganization(visitor, login)
  expect((await visitor.json<AuthStatus>(apiPaths.authStatus)).user).toMatchObject({
    username: member.username,
    isOperator: true,
  })
  // Operators by group have the role only through the provider.
  await withSettings({ OIDC_ONLY: 'true' }, async site => {
    await expectError(await createVisitor(site.baseUrl).post(apiPaths.login, member), 'organisation-only')
  })
  const { username, password } = member
  expect((await createVisitor(filesmith.baseUrl).post(apiPaths.login, { username, password })).status).toBe(
    200,
  )
  const after = (await visitor.json<AuthStatus>(apiPaths.authStatus)).user
  expect(after).toMatchObject({ subscriptionPlan: 'free' })
  expect(after).not.toHaveProperty('isOperator')
})

test('groups: a mapping that was removed from the settings gives nothing any more', async () => {
  const name = newName()
  await viaProxy(name, 'staff,admins').status()
  await withSettings({ GROUP_PLANS: '', GROUP_OPERATORS: '' }, async site => {
    const user = await createProxyMember(site.baseUrl, name, { groups: 'staff,admins' }).user()
    expect(user).toMatchObject({ subscriptionPlan: 'free' })
    expect(user).not.toHaveProperty('isOperator')
  })
})
