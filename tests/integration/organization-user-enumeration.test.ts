/** User enumeration: organization sign-in does not reveal which accounts exist. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member, runSql } from '../support/member.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { redirectOf, visitProvider } from '../support/organization-sign-in-flow.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const publicUrl = 'https://files.example.org'
let provider: TestOpenIdProvider
let before: TestFilesmith
let unconfirmed: Member
let confirmed: Member
let operator: Member
beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl })
  before = await startFilesmith({}, { hasWorker: false })
  unconfirmed = await createMember(before.baseUrl)
  confirmed = await createMember(before.baseUrl)
  operator = await createMember(before.baseUrl)
  const change = (what: string, { username }: Member) =>
    runSql(before.databaseUrl, `update users set ${what} = now() where username = $1`, [username])
  await change('email_verified_at', confirmed)
  await change('operator_since', operator)
})
afterAll(async () => {
  await before.stop()
  await provider.close()
})

const sites: [string, Record<string, string>][] = [
  ['everyone may sign in', {}],
  ['accounts are not created', { OIDC_CREATES_ACCOUNTS: 'false' }],
  ['domains are restricted', { OIDC_ALLOWED_DOMAINS: 'works.example' }],
  ['other sign-in methods are off', { OIDC_ONLY: 'true' }],
]

async function startSite(env: Record<string, string>): Promise<TestFilesmith> {
  const shared = { ...provider.env, PUBLIC_URL: publicUrl, DATABASE_URL: before.databaseUrl }
  return startFilesmith({ ...shared, ATTEMPTS_PER_ACCOUNT: '100000', ...env }, { hasWorker: false })
}

/** Everything in a response that a client can observe, except random values. */
async function observe(response: Response): Promise<unknown> {
  const cookies = response.headers.getSetCookie().map(line => line.replace(/=[^;]*/, ''))
  return [response.status, response.headers.get('location'), cookies, await response.text()]
}

test.each(sites)(
  'organization sign-in where %s: an unverified address answers the same for known and unknown accounts',
  async (_, env) => {
    const site = await startSite(env)
    const answers = new Set<string>()
    const addresses = [...[unconfirmed, confirmed, operator].map(({ email }) => email), 'unknown@example.org']
    for (const email of addresses) {
      provider.addPerson('pretender', { email, email_verified: false, name: 'Pretender' })
      const visitor = createVisitor(site.baseUrl)
      const providerUrl = await redirectOf(visitor, apiPaths.signInWith('organisation'))
      const callback = await visitProvider(providerUrl, 'pretender')
      const response = await visitor.fetch(callback.pathname + callback.search, { redirect: 'manual' })
      answers.add(JSON.stringify(await observe(response)))
    }
    await site.stop()
    expect([...answers]).toEqual([expect.stringContaining('failed=provider-email-unverified')])
  },
)

test('OIDC_ONLY: every route under /api/auth answers the same for known and unknown accounts', async () => {
  const site = await startSite({ OIDC_ONLY: 'true' })
  const calls = site.declaredRoutes.filter(
    ({ method, url, access }) => method === 'POST' && url.startsWith('/api/auth/') && access !== 'account',
  )
  expect(calls.map(({ url }) => url)).toContain('/api/auth/register')
  const people = [
    unconfirmed,
    confirmed,
    operator,
    { username: 'unknown-user', email: 'unknown@example.org' },
  ]
  for (const { url } of calls) {
    const answers = new Set<string>()
    for (const { username, email } of people) {
      const secrets = { password: 'Wrong Hammer 12', code: '000000', token: 'wrong' }
      const response = await createVisitor(site.baseUrl).post(url, { username, email, ...secrets })
      answers.add(JSON.stringify(await observe(response)))
    }
    expect([url, [...answers]]).toEqual([url, [expect.any(String)]])
  }
  await site.stop()
})
