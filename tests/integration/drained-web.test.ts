/** A web process that is told to stop: it says so, finishes what it began, and lets everybody go on elsewhere. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { composeWeb, type WebProcess } from '../../packages/server/src/compose.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/images.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let leaving: WebProcess
let staying: WebProcess
let hurry: AbortController
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

async function startWeb(noticeSeconds: number): Promise<WebProcess> {
  const web = await composeWeb(
    readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
      PORT: '0',
      DRAIN_SECONDS: '600',
      DRAIN_NOTICE_SECONDS: String(noticeSeconds),
    }),
    createLog('silent', 'test'),
  )
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  return web
}

const addressOf = (web: WebProcess) => `http://127.0.0.1:${(web.app.server.address() as AddressInfo).port}`

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-drain-'))
  database = await createTestDatabase()
  staying = await startWeb(0)
})
beforeEach(() => {
  hurry = new AbortController()
})
afterEach(() => hurry.abort())
afterAll(async () => {
  agent.destroy()
  await staying.close(AbortSignal.abort())
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(url: string): Promise<IncomingMessage> {
  const asked = request(url, { agent }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

test('it is not ready any more, alive all the same, ends event streams and keeps no connection', async () => {
  leaving = await startWeb(600)
  const baseUrl = addressOf(leaving)
  const visitor = createVisitor(baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(await drawPng(), 'a.png'), {
    outputFormat: 'webp',
  })
  const events = await visitor.fetch(accepted.eventsUrl)
  const everything = events.text()
  const before = await ask(`${baseUrl}/healthz`)
  expect([before.statusCode, before.headers.connection, await text(before)]).toEqual([
    200,
    'keep-alive',
    '{"status":"ok"}',
  ])

  const closed = leaving.close(hurry.signal)
  expect(await everything).toContain('"status":"queued"')
  const after = await ask(`${baseUrl}/healthz`)
  expect([after.statusCode, after.headers.connection]).toEqual([503, 'close'])
  await text(after)
  const living = await ask(`${baseUrl}/livez`)
  expect([living.statusCode, await text(living)]).toEqual([200, '{"status":"ok"}'])
  // What has begun is answered as ever.
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(200)
  hurry.abort()
  await closed
  await expect(fetch(`${baseUrl}/livez`)).rejects.toThrow()

  const elsewhere = new URL(accepted.eventsUrl, addressOf(staying)).href
  const again = await visitor.fetch(elsewhere)
  const reader = again.body?.getReader()
  let seen = ''
  while (!seen.includes('"status":"queued"'))
    seen += Buffer.from((await reader?.read())?.value ?? []).toString()
  await reader?.cancel()
})

const tus = { 'tus-resumable': '1.0.0' }

async function beginUpload(visitor: ReturnType<typeof createVisitor>, sizeBytes: number): Promise<string> {
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(sizeBytes) },
  })
  return created.headers.get('location') ?? ''
}

/** Sends a piece in two steps, so that the test decides when its end comes. */
function sendSlowly(visitor: ReturnType<typeof createVisitor>, url: string, piece: Buffer) {
  let finish: () => void = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(piece.subarray(0, piece.length / 2)))
      finish = () => {
        controller.enqueue(new Uint8Array(piece.subarray(piece.length / 2)))
        controller.close()
      }
    },
  })
  const answer = visitor.fetch(url, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body,
    duplex: 'half',
  } as RequestInit)
  return { answer, finish: () => finish() }
}

const arrivedAt = async (visitor: ReturnType<typeof createVisitor>, url: string) =>
  Number((await visitor.fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))

test('an upload that is under way is finished; one that takes too long goes on at another process at once', async () => {
  leaving = await startWeb(0)
  const visitor = createVisitor(addressOf(leaving))
  const piece = Buffer.alloc(256 * 1024, 7)
  const elsewhere = (url: string) => new URL(url, addressOf(staying)).href

  const [quickUrl, slowUrl] = [
    await beginUpload(visitor, piece.length),
    await beginUpload(visitor, piece.length),
  ]
  const quick = sendSlowly(visitor, quickUrl, piece)
  const slow = sendSlowly(visitor, slowUrl, piece)
  slow.answer.catch(() => undefined)
  for (const url of [quickUrl, slowUrl])
    await waitUntil('the first bytes of the upload', async () => (await arrivedAt(visitor, elsewhere(url))) > 0, { timeoutMs: 20_000 })

  const closed = leaving.close(hurry.signal)
  await waitUntil('the server to stop listening', () => !leaving.app.server.listening, { timeoutMs: 1_000 })
  quick.finish()
  expect((await quick.answer).status).toBe(204)
  hurry.abort()
  await closed
  await expect(slow.answer).rejects.toThrow()

  const arrived = await arrivedAt(visitor, elsewhere(slowUrl))
  expect(arrived).toBe(piece.length / 2)
  const rest = await visitor.fetch(elsewhere(slowUrl), {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(arrived) },
    body: new Uint8Array(piece.subarray(arrived)),
  })
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(piece.length)])
})
