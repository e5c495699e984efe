/** Keys of the public API: how they are made, what opens with them, and when they stop. */
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

test('API-35 a key of somebody on Pro opens the API, is shown once, and only its hash is kept', async () => {
  const { member, client, created } = await createApiMember(filesmith, { name: 'Build server' })
  expect(created.key).toMatch(/^fsk_[\w-]{49}$/)
  const account = await client.json<ApiAccount>(apiPaths.v1Account)
  expect(account).toMatchObject({ username: member.username, plan: 'pro', key: { name: 'Build server' } })
  expect(account.usage.today).toMatchObject({ used: 0, total: null })
  const listed = await member.fetch(apiPaths.apiKeys)
  expect(await listed.text()).not.toContain(created.key)
  const kept = await sql('select * from api_keys where id = $1', [created.id])
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(created.key)
})

test('API-35 without a key, or with a wrong one, the API answers 401 and says how to come in', async () => {
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

test('API-35 cookies open nothing under /api/v1, and none is given there', async () => {
  const { member, client } = await createApiMember(filesmith)
  expect((await member.fetch(apiPaths.v1Account)).status).toBe(401)
  const reply = await client.fetch(apiPaths.v1Account, { headers: { cookie: member.cookies.header() } })
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
  // An address written in another way is the same call.
  expect((await member.fetch('/api/%761/account')).status).toBe(401)
})

test('API-35 a key opens nothing but /api/v1', async () => {
  const { client } = await createApiMember(filesmith)
  expect((await client.fetch(apiPaths.apiKeys)).status).toBe(401)
  expect((await client.fetch(apiPaths.security)).status).toBe(401)
})

test('API-35 a revoked key stops at once, and nobody can revoke the key of another', async () => {
  const { member, client, created } = await createApiMember(filesmith)
  const other = await createMember(filesmith.baseUrl)
  const revoke = (who: typeof member) => who.fetch(apiPaths.apiKey(created.id), { method: 'DELETE' })
  expect((await revoke(other)).status).toBe(404)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
  expect((await revoke(member)).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  expect((await revoke(member)).status).toBe(404)
})

test('API-35 the last use of a key is noted, at most once a minute', async () => {
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

test('API-35 a key whose time is over stops, and is still listed', async () => {
  const { member, client, created } = await createApiMember(filesmith, { expiresInDays: 30 })
  const days = (Date.parse(created.expiresAt ?? '') - Date.parse(created.createdAt)) / 86_400_000
  expect(days).toBe(30)
  await sql("update api_keys set expires_at = now() - interval '1 second' where id = $1", [created.id])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  expect(await member.json<ApiKey[]>(apiPaths.apiKeys)).toHaveLength(1)
})

test('API-35 keys need Pro: none is made without it, and they rest while the account is not on it', async () => {
  const { member, client } = await createApiMember(filesmith)
  await putOnPlan(filesmith, member, 'basic')
  const rested = await client.fetch(apiPaths.v1Account)
  expect([rested.status, await rested.json()]).toEqual([
    403,
    { code: 'pro-needed', message: 'The API requires the Pro plan.' },
  ])
  const refused = await member.post(apiPaths.apiKeys, { name: 'Another', scopes: ['jobs:read'] })
  expect(refused.status).toBe(403)
  await putOnPlan(filesmith, member, 'pro')
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
})

test('API-35 the keys of a suspended or deleted account stop', async () => {
  const { member, client } = await createApiMember(filesmith)
  const { username } = member
  await sql('update users set suspended_at = now() where username = $1', [username])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
  await sql('update users set suspended_at = null where username = $1', [username])
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(200)
  expect((await member.fetch(apiPaths.user, { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Account)).status).toBe(401)
})

test('API-35 an account has at most 20 keys, also when they are made all at once', async () => {
  const { member } = await createApiMember(filesmith)
  const replies = await Promise.all(
    Array.from({ length: 25 }, () =>
      member.post(apiPaths.apiKeys, { name: 'One more', scopes: ['webhooks'] }),
    ),
  )
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(19)
  expect(replies.filter(reply => reply.status === 409)).toHaveLength(6)
})

test('API-35 wrong keys are counted for a network, so that guessing stops; right ones go on', async () => {
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

test('API-35 another site cannot make keys with the cookies of a visitor of its own', async () => {
  const { member } = await createApiMember(filesmith)
  const reply = await member.fetch(apiPaths.apiKeys, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ name: 'Stolen', scopes: ['jobs:read'] }),
  })
  expect(reply.status).toBe(403)
  expect((await createVisitor(filesmith.baseUrl).fetch(apiPaths.apiKeys)).status).toBe(401)
})

test('API-35 what is kept of keys is part of the data somebody can take away', async () => {
  const { member, created } = await createApiMember(filesmith, { name: 'Named in the export' })
  const zip = Buffer.from(await (await member.fetch(apiPaths.userExport)).arrayBuffer())
  const document = JSON.parse((await readZip(zip)).get('account.json')?.toString() ?? '{}')
  expect(document.apiKeys).toMatchObject([{ name: 'Named in the export', prefix: created.prefix }])
  expect(document.apiKeys[0]).not.toHaveProperty('keyHash')
})
