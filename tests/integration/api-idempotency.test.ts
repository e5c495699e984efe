/** The Idempotency-Key header over real HTTP and a real database, on routes that count their executions. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAesSecretBox } from '../../packages/server/src/adapters/node-crypto/aes-secret-box.ts'
import { createAccountStore } from '../../packages/server/src/database/account-store.ts'
import type { IdempotentCalls } from '../../packages/server/src/database/idempotent-calls.ts'
import { createIdempotentCalls } from '../../packages/server/src/database/idempotent-calls.ts'
import type { ApiCaller } from '../../packages/server/src/domain/api-keys/api-keys.ts'
import { registerErrorHandler } from '../../packages/server/src/http/error-handler.ts'
import { registerIdempotency } from '../../packages/server/src/http/v1/idempotency.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let idempotentCalls: IdempotentCalls
let app: FastifyInstance
let baseUrl: string
const executed: unknown[] = []
let answersWith = 201
let held: Promise<void> | undefined

beforeAll(async () => {
  stores = await openStores()
  idempotentCalls = createIdempotentCalls(stores.database)
  app = fastify()
  registerErrorHandler(app)
  await app.register(multipart)
  app.decorateRequest('apiCaller', undefined)
  app.addHook('onRequest', async request => {
    request.apiCaller = { account: { id: request.headers['x-account'] } } as ApiCaller
  })
  registerIdempotency(app, { idempotentCalls, secretBox: createAesSecretBox('a secret of the test') })
  app.post('/api/v1/things', async (request, reply) => {
    executed.push(request.body)
    await held
    return reply.status(answersWith).send({ z: 'a secret shown once', number: executed.length })
  })
  app.post('/api/v1/files', async (request, reply) => {
    executed.push('a file')
    await request.saveRequestFiles()
    return reply.status(201).send({ number: executed.length })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await stores.close()
})

async function createAccount(): Promise<string> {
  const id = `u_${randomUUID()}`
  await createAccountStore(stores.database).insert({
    id,
    username: id,
    email: `${id}@example.org`,
    emailVerifiedAt: null,
    passwordHash: null,
    createdAt: new Date(),
  })
  return id
}

function send(account: string, key: string, body: unknown = { a: 1 }, path = '/api/v1/things') {
  return fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-account': account, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
}

const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code

test('API-35 Idempotency-Key: a repeated request gets the identical first response', async () => {
  const account = await createAccount()
  const first = await send(account, 'once')
  const before = executed.length
  const again = await send(account, 'once')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(await again.text()).toBe(await first.text())
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(executed).toHaveLength(before)
  // The same key of another account is independent.
  expect((await send(await createAccount(), 'once')).headers.get('idempotent-replayed')).toBeNull()
  expect(executed).toHaveLength(before + 1)
})

test('API-35 Idempotency-Key: of twenty concurrent requests exactly one is executed', async () => {
  const account = await createAccount()
  const before = executed.length
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const replies = Array.from({ length: 20 }, () => send(account, 'race'))
  // The executed request is held until all others are answered.
  const others: Response[] = []
  await Promise.race([
    Promise.all(replies),
    new Promise<void>(done => {
      for (const reply of replies)
        reply.then(answered => {
          if (answered.status === 409) others.push(answered)
          if (others.length === 19) done()
        })
    }),
  ])
  resolve()
  held = undefined
  const statuses = (await Promise.all(replies)).map(reply => reply.status).sort()
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect(others[0]?.headers.get('retry-after')).toBe('1')
  expect(executed).toHaveLength(before + 1)
  expect((await send(account, 'race')).headers.get('idempotent-replayed')).toBe('true')
})

test('API-35 Idempotency-Key: rejects reuse with another body or path', async () => {
  const account = await createAccount()
  await send(account, 'words', { a: 1 })
  const otherBody = await send(account, 'words', { a: 2 })
  expect([otherBody.status, await codeOf(otherBody)]).toEqual([422, 'idempotency-key-reused'])
  expect((await send(account, 'words', { a: 1 }, '/api/v1/things?b=1')).status).toBe(422)
  expect((await send(account, 'words', { a: 1 })).status).toBe(201)
})

test.each([503, 429])('API-35 Idempotency-Key: a response with %i is not stored', async status => {
  const account = await createAccount()
  answersWith = status
  expect((await send(account, 'later')).status).toBe(status)
  answersWith = 201
  const next = await send(account, 'later')
  expect([next.status, next.headers.get('idempotent-replayed')]).toEqual([201, null])
})

test('API-35 Idempotency-Key: a client error is stored and replayed', async () => {
  const account = await createAccount()
  answersWith = 422
  await send(account, 'refused')
  answersWith = 201
  expect((await send(account, 'refused')).status).toBe(422)
})

test.each(['', ' ', 'x'.repeat(256), 'two words'])('API-35 Idempotency-Key: rejects "%s"', async key => {
  const reply = await send(await createAccount(), key)
  expect([reply.status, await codeOf(reply)]).toEqual([400, 'idempotency-key-invalid'])
})

test('API-35 idempotentCalls: a crashed process blocks its key only until the lease expires', async () => {
  const accountId = await createAccount()
  const call = { accountId, key: 'died' }
  const times = { leaseSeconds: 30, keptHours: 24 }
  const dead = await idempotentCalls.claim(call, 'same', times)
  if (dead.kind !== 'claimed') throw new Error('the first claim must succeed')
  expect(await idempotentCalls.claim(call, 'same', times)).toEqual({ kind: 'running' })
  await idempotentCalls.renew(dead.call, -1)
  const next = await idempotentCalls.claim(call, 'same', times)
  if (next.kind !== 'claimed') throw new Error('the lease must have expired')
  // The response of the process that lost its lease is ignored.
  await idempotentCalls.saveResponse(dead.call, 201, 'late')
  expect(await idempotentCalls.claim(call, 'same', times)).toEqual({ kind: 'running' })
  await idempotentCalls.saveResponse(next.call, 201, 'sealed')
  expect(await idempotentCalls.claim(call, 'same', times)).toMatchObject({
    kind: 'answered',
    sealedBody: 'sealed',
  })
  // After the retention time it is ignored, even before the sweep.
  expect(await idempotentCalls.claim(call, 'other', { ...times, keptHours: 0 })).toMatchObject({
    kind: 'claimed',
  })
  expect(await idempotentCalls.removeBefore(new Date(Date.now() + 60_000))).toBeGreaterThan(0)
})

test('API-35 Idempotency-Key: a repeated file upload is not stored twice, and stored responses are encrypted', async () => {
  const account = await createAccount()
  const sendFile = (text: string) => {
    const form = new FormData()
    form.set('file', new Blob([text]), 'a.txt')
    const headers = { 'x-account': account, 'idempotency-key': 'a-file' }
    return fetch(`${baseUrl}/api/v1/files`, { method: 'POST', headers, body: form })
  }
  const before = executed.length
  const first = await sendFile('some words')
  const again = await sendFile('some words')
  expect(await again.text()).toBe(await first.text())
  expect(executed).toHaveLength(before + 1)
  expect((await sendFile('other words, and more of them')).status).toBe(422)
  await send(account, 'sealed')
  const { rows } = await stores.database.pool.query(
    'select sealed_body from idempotent_calls where account_id = $1',
    [account],
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('a secret shown once')
})
