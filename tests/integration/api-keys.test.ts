/** API keys of the public API: creation, authentication, expiry and revocation. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ApiAccount } from '@filesmith/contract/schemas/v1/api-account'
import type { ApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient, createApiMember } from '../support/api-client.ts'
import { createMember, putOnPlan, runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())

const sql = (text: string, values: unknown[]) => runSql(filesmith.databaseUrl, text, values)

test('API-35 API key: authenticates on Pro, is shown once, and only its hash is stored', async () => {
  const { member, client, created } = await createApiMember(filesmith, { name: 'Build server' })
  expect(created.key).toMatch(/^fsk_[\w-]{49}$/)
  const account = await client.json<ApiAccount>(apiPaths.v1Account)
  expect(account).toMatchObject({ username: member.username, plan: 'pro', key: { name: 'Build server' } })
  expect(account.usage.today).toMatchObject({ used: 0, total: null })
  const listed = await member.fetch(apiPaths.apiKeys)
  expect(await listed.text()).not.toContain(created.key)
  const stored = await sql('select * from api_keys where id = $1', [created.id])
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(created.key)
})

test('API-35 API key: a missing or wrong key answers 401 with WWW-Authenticate', async () => {
  const { client } = await createApiMember(filesmith)
  const answers = async (authorization?: string) => {
    const reply = await fetch(new URL(apiPaths.v1Account, filesmith.baseUrl), {
      headers: authorization === undefined ? {} : { authorization },
    })
    const { code } = (await reply.json()) as { code: string }
    return [reply.status, reply.headers.get('www-authenticate'), code]
  }
  expect(await answers()).toEqual([401, 'Bearer', 'key-missing'])
  expect(await answers('Basic YTpi')).toEqual([401, 'Bearer', 'key-missing'])
  const invalid = [401, 'Bearer error="invalid_token"', 'key-invalid']
  expect(await answers('Bearer fsk_wrong')).toEqual(invalid)
  expect(await answers(`Bearer ${client.key.slice(0, -1)}`)).toEqual(invalid)
  expect(await answers(`bearer ${client.key}`)).toEqual([200, null, undefined])
})

test('API-35 /api/v1: ignores cookies and sets none', async () => {
  const { member, client } = await createApiMember(filesmith)
  expect((await member.fetch(apiPaths.v1Account)).status).toBe(401)
  const reply = await client.fetch(apiPaths.v1Account, { headers: { cookie: member.cookies.header() } })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
  // A percent-encoded path is the same route.
  expect((await member.fetch('/api/%761/account')).status).toBe(401)
})

test('API-35 API key: authenticates only under /api/v1', async () => {
  const { client } = await createApiMember(filesmith)
  expect((await client.fetch(apiPaths.apiKeys)).status).toBe(401)
  expect((await client.fetch(apiPaths.security)).status).toBe(401)
})

test('API-35 revoke API key: takes effect at once, and only for the own account', async () => {
  const { member, client, created } = await createApiMember(filesmith)
  const other = await createMember(filesmith.baseUrl)
  const revoke = (who: typeof member) => who.fetch(apiPaths.apiKey(created.id), { method: 'DELETE' })
  expect((await revoke(other)).status).toBe(404)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
  expect((await revoke(member)).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  expect((await revoke(member)).status).toBe(404)
})

test('API-35 API key: records the last use at most once a minute', async () => {
  const { member, client } = await createApiMember(filesmith)
  const lastUsed = async () => (await member.json<ApiKey[]>(apiPaths.apiKeys))[0]?.lastUsedAt
  expect(await lastUsed()).toBeNull()
  await client.fetch(apiPaths.v1Account)
  const first = await lastUsed()
  expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await client.fetch(apiPaths.v1Account)
  expect(await lastUsed()).toBe(first)
  await sql("update api_keys set last_used_at = now() - interval '61 seconds' where prefix = $1", [
    client.key.slice(0, 12),
  ])
  await client.fetch(apiPaths.v1Account)
  expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
})

test('API-35 API key: an expired key answers 401 and stays listed', async () => {
  const { member, client, created } = await createApiMember(filesmith, { expiresInDays: 30 })
  const days = (Date.parse(created.expiresAt ?? '') - Date.parse(created.createdAt)) / 86_400_000
  expect(days).toBe(30)
  await sql("update api_keys set expires_at = now() - interval '1 second' where id = $1", [created.id])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  expect(await member.json<ApiKey[]>(apiPaths.apiKeys)).toHaveLength(1)
})

test('API-35 API key: requires Pro for creation and use', async () => {
  const { member, client } = await createApiMember(filesmith)
  await putOnPlan(filesmith, member, 'basic')
  const paused = await client.fetch(apiPaths.v1Account)
  expect([paused.status, await paused.json()]).toEqual([
    403,
    { code: 'pro-needed', message: 'The API requires the Pro plan.' },
  ])
  const refused = await member.post(apiPaths.apiKeys, { name: 'Another', scopes: ['jobs:read'] })
  expect(refused.status).toBe(403)
  await putOnPlan(filesmith, member, 'pro')
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
})

test('API-35 API key: answers 401 for a suspended or deleted account', async () => {
  const { member, client } = await createApiMember(filesmith)
  const { username } = member
  await sql('update users set suspended_at = now() where username = $1', [username])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  await sql('update users set suspended_at = null where username = $1', [username])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
  expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
})

test('API-35 create API key: at most 20 per account, also under concurrency', async () => {
  const { member } = await createApiMember(filesmith)
  const replies = await Promise.all(
    Array.from({ length: 25 }, () =>
      member.post(apiPaths.apiKeys, { name: 'One more', scopes: ['webhooks'] }),
    ),
  )
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(19)
  expect(replies.filter(reply => reply.status === 409)).toHaveLength(6)
})

test('API-35 API key: limits wrong keys per network (brute force), valid keys keep working', async () => {
  const strict = await startFilesmith({ ATTEMPTS_PER_NETWORK: '3' }, { hasWorker: false })
  try {
    const { client } = await createApiMember(strict)
    const guess = createApiClient(strict.baseUrl, 'fsk_guessed')
    const seen: number[] = []
    for (let index = 0; index < 5; index++) seen.push((await guess.fetch(apiPaths.v1Account)).status)
    expect(seen).toEqual([401, 401, 401, 429, 429])
    expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

test('API-35 create API key: rejects cross-site requests (CSRF)', async () => {
  const { member } = await createApiMember(filesmith)
  const reply = await member.fetch(apiPaths.apiKeys, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ name: 'Stolen', scopes: ['jobs:read'] }),
  })
  expect(reply.status).toBe(403)
  expect((await createVisitor(filesmith.baseUrl).fetch(apiPaths.apiKeys)).status).toBe(401)
})

test('API-35 user export: contains API keys without their hashes', async () => {
  const { member, created } = await createApiMember(filesmith, { name: 'Named in the export' })
  const zip = Buffer.from(await (await member.fetch(apiPaths.userExport)).arrayBuffer())
  const document = JSON.parse((await readZip(zip)).get('account.json')?.toString() ?? '{}')
  expect(document.apiKeys).toMatchObject([{ name: 'Named in the export', prefix: created.prefix }])
  expect(document.apiKeys[0]).not.toHaveProperty('keyHash')
})
