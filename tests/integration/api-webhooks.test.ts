/** Webhooks of the public API: signatures, retries, automatic disabling, and no delivery into private networks (SSRF). */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { CreatedWebhook, Webhook, WebhookDelivery } from '@filesmith/contract/schemas/v1/webhook'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiMember } from '../support/api-client.ts'
import { runSql } from '../support/member.ts'
import { type OtherSite, startOtherSite } from '../support/other-site.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let site: OtherSite
let client: ApiClient

beforeAll(async () => {
  filesmith = await startFilesmith({
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SECONDS: '0,0,0',
  })
  site = await startOtherSite()
  ;({ client } = await createApiMember(filesmith))
})
afterAll(async () => {
  await site.stop()
  await filesmith.stop()
})
afterEach(() => {
  site.answer = undefined
})

async function addHook(path: string, by = client): Promise<CreatedWebhook> {
  const reply = await by.post(apiPaths.v1Webhooks, { url: `${site.url}${path}` })
  expect(reply.status).toBe(201)
  return (await reply.json()) as CreatedWebhook
}

async function sendTestEvent({ id }: Webhook): Promise<void> {
  expect((await client.fetch(apiPaths.v1WebhookTest(id), { method: 'POST' })).status).toBe(204)
}

/** The newest delivery, once it is delivered or given up. */
async function lastDelivery({ id }: Webhook): Promise<WebhookDelivery> {
  const findFinished = async () => {
    const [newest] = await client.json<WebhookDelivery[]>(apiPaths.v1WebhookDeliveries(id))
    return newest && newest.status !== 'waiting' ? newest : undefined
  }
  const found = await waitUntil('the webhook delivery to finish', findFinished, {
    timeoutMs: 30_000,
    intervalMs: 50,
  })
  if (!found) throw new Error('nothing was delivered')
  return found
}

const requestsTo = (path: string) => site.requests.filter(call => call.path === path)

test('API-35 webhook: retries a failing receiver with the same payload and a fresh signature', async () => {
  const hook = await addHook('/shaky')
  expect(hook.secret).toMatch(/^whsec_[\w+/=]{40,}$/)
  site.answer = ({ path }, reply) => void reply.writeHead(requestsTo(path).length <= 3 ? 500 : 204).end()
  await sendTestEvent(hook)
  expect(await lastDelivery(hook)).toMatchObject({
    status: 'delivered',
    attempts: 4,
    lastStatusCode: 204,
    lastError: null,
    event: 'webhook.test',
  })
  const requests = requestsTo('/shaky')
  expect(requests).toHaveLength(4)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1)
  for (const { body, headers } of requests)
    expect(
      new Verifier(hook.secret).verify(body.toString(), headers as Record<string, string>),
    ).toMatchObject({
      type: 'webhook.test',
    })
})

test('API-35 webhook: gives up after the last retry, and 410 disables the endpoint', async () => {
  const broken = await addHook('/broken')
  site.answer = (_call, reply) => void reply.writeHead(500).end()
  await sendTestEvent(broken)
  expect(await lastDelivery(broken)).toMatchObject({ status: 'given-up', attempts: 4, lastStatusCode: 500 })
  expect((await client.json<Webhook>(apiPaths.v1Webhook(broken.id))).isEnabled).toBe(true)

  const gone = await addHook('/gone')
  site.answer = (_call, reply) => void reply.writeHead(410).end()
  await sendTestEvent(gone)
  expect(await lastDelivery(gone)).toMatchObject({ status: 'given-up', attempts: 1 })
  expect((await client.json<Webhook>(apiPaths.v1Webhook(gone.id))).isEnabled).toBe(false)
  // A successful test delivery enables it again.
  site.answer = undefined
  await sendTestEvent(gone)
  await waitUntil(
    'the webhook to be enabled again',
    async () => (await client.json<Webhook>(apiPaths.v1Webhook(gone.id))).isEnabled,
    {
      timeoutMs: 20_000,
    },
  )
})

test('API-35 webhook: five days of failures disable the endpoint', async () => {
  const hook = await addHook('/long')
  await runSql(
    filesmith.databaseUrl,
    `update webhook_endpoints set failing_since = now() - interval '5 days 1 minute' where id = $1`,
    [hook.id],
  )
  site.answer = (_call, reply) => void reply.writeHead(503).end()
  await sendTestEvent(hook)
  expect(await lastDelivery(hook)).toMatchObject({ status: 'given-up', attempts: 1 })
  expect((await client.json<Webhook>(apiPaths.v1Webhook(hook.id))).isEnabled).toBe(false)
})

test('webhook: a redirect counts as a failure and is not followed (SSRF)', async () => {
  const hook = await addHook('/moved')
  site.answer = ({ path }, reply) =>
    void (path === '/moved' ? reply.writeHead(307, { location: '/elsewhere' }) : reply).end()
  await sendTestEvent(hook)
  expect(await lastDelivery(hook)).toMatchObject({ status: 'given-up', lastStatusCode: 307 })
  expect(requestsTo('/elsewhere')).toEqual([])
})

test('API-35 webhooks: are invisible to other accounts, at most 20 per account, and can be deleted', async () => {
  const { client: other } = await createApiMember(filesmith)
  const mine = await addHook('/mine')
  expect(JSON.stringify(await client.json(apiPaths.v1Webhooks))).not.toContain('whsec_')
  const paths = [apiPaths.v1Webhook(mine.id), apiPaths.v1WebhookDeliveries(mine.id)]
  for (const path of paths) expect((await other.fetch(path)).status).toBe(404)
  for (const [path, method] of [
    [apiPaths.v1Webhook(mine.id), 'DELETE'],
    [apiPaths.v1WebhookTest(mine.id), 'POST'],
  ] as const)
    expect((await other.fetch(path, { method })).status).toBe(404)
  const made = await Promise.all(
    Array.from({ length: 22 }, () => other.post(apiPaths.v1Webhooks, { url: `${site.url}/many` })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(2)
  expect((await client.fetch(apiPaths.v1Webhook(mine.id), { method: 'DELETE' })).status).toBe(204)
  expect((await client.fetch(apiPaths.v1Webhook(mine.id))).status).toBe(404)
})

test('API-35 webhook: rejects private addresses, also behind a host name (SSRF)', async () => {
  const guarded = await startFilesmith({ WEBHOOK_RETRY_SECONDS: '0' })
  try {
    const { client: ada } = await createApiMember(guarded)
    const literal = await ada.post(apiPaths.v1Webhooks, { url: `${site.url}/inner` })
    expect(literal.status).toBe(422)
    const port = new URL(site.url).port
    const named = await ada.post(apiPaths.v1Webhooks, { url: `http://localhost:${port}/inner` })
    const hook = (await named.json()) as Webhook
    await ada.fetch(apiPaths.v1WebhookTest(hook.id), { method: 'POST' })
    const findGivenUp = async () => {
      const [newest] = await ada.json<WebhookDelivery[]>(apiPaths.v1WebhookDeliveries(hook.id))
      return newest?.status === 'given-up' && newest
    }
    expect(
      await waitUntil('the webhook delivery to be given up', findGivenUp, { timeoutMs: 30_000 }),
    ).toMatchObject({
      lastStatusCode: null,
      lastError: 'it cannot be reached.',
    })
    expect(requestsTo('/inner')).toEqual([])
  } finally {
    await guarded.stop()
  }
})
