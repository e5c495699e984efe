/** Nobody finds out through an organisation's sign-in who has an account here. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, type Member, runSql } from '../support/member.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts'
import { redirectOf, visitProvider } from '../support/organization-journey.ts'
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
  ['everybody may come', {}],
  ['no accounts are made', { OIDC_CREATES_ACCOUNTS: 'false' }],
  ['only some domains may come', { OIDC_ALLOWED_DOMAINS: 'works.example' }],
  ['there is no other way in', { OIDC_ONLY: 'true' }],
]

async function startSite(env: Record<string, string>): Promise<TestFilesmith> {
  const shared = { ...provider.env, PUBLIC_URL: publicUrl, DATABASE_URL: before.databaseUrl }
  return startFilesmith({ ...shared, ATTEMPTS_PER_ACCOUNT: '100000', ...env }, { hasWorker: false })
}

/** All that a browser can tell two answers apart by, but for what is random. */
async function tellsOf(response: Response): Promise<unknown> {
  const cookies = response.headers.getSetCookie().map(line => line.replace(/=[^;]*/, ''))
  return [response.status, response.headers.get('location'), cookies, await response.text()]
}

test.each(sites)(
  'where %s, an address that its provider has not confirmed is answered alike, known here or not',
  async (_, env) => {
    const site = await startSite(env)
    const answers = new Set<string>()
    const addresses = [...[unconfirmed, confirmed, operator].map(({ email }) => email), 'nobody@example.org']
    for (const email of addresses) {
      provider.addPerson('pretender', { email, email_verified: false, name: 'Pretender' })
      const visitor = createVisitor(site.baseUrl)
      const there = await redirectOf(visitor, apiPaths.signInWith('organisation'))
      const back = await visitProvider(there, 'pretender')
      const response = await visitor.fetch(back.pathname + back.search, { redirect: 'manual' })
      answers.add(JSON.stringify(await tellsOf(response)))
    }
    await site.stop()
    expect([...answers]).toEqual([expect.stringContaining('failed=provider-email-unverified')])
  },
)

test('where there is no other way in, every call under /api/auth answers alike about somebody and nobody', async () => {
  const site = await startSite({ OIDC_ONLY: 'true' })
  const calls = site.declaredRoutes.filter(
    ({ method, url, access }) => method === 'POST' && url.startsWith('/api/auth/') && access !== 'account',
  )
  expect(calls.map(({ url }) => url)).toContain('/api/auth/register')
  const people = [unconfirmed, confirmed, operator, { username: 'nobody-here', email: 'nobody@example.org' }]
  for (const { url } of calls) {
    const answers = new Set<string>()
    for (const { username, email } of people) {
      const secrets = { password: 'Wrong Hammer 12', code: '000000', token: 'wrong' }
      const response = await createVisitor(site.baseUrl).post(url, { username, email, ...secrets })
      answers.add(JSON.stringify(await tellsOf(response)))
    }
    expect([url, [...answers]]).toEqual([url, [expect.any(String)]])
  }
  await site.stop()
})
