/** Draining a web process: it reports unready, finishes running requests, and clients continue on another process. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { composeWeb, type WebProcess } from '../../packages/server/src/compose-web.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/images.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let dataDir: string
let database: TestDatabase
let draining: WebProcess
let staying: WebProcess
let forceClose: AbortController
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
  database = await createReadyDatabase()
  staying = await startWeb(0)
})
beforeEach(() => {
  forceClose = new AbortController()
})
afterEach(() => forceClose.abort())
afterAll(async () => {
  agent.destroy()
  await staying.close(AbortSignal.abort())
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(url: string): Promise<IncomingMessage> {
  const outgoing = request(url, { agent }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}

test('draining: unready but alive, ends event streams, and closes connections', async () => {
  draining = await startWeb(600)
  const baseUrl = addressOf(draining)
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

  const closed = draining.close(forceClose.signal)
  expect(await everything).toContain('"status":"queued"')
  const after = await ask(`${baseUrl}/healthz`)
  expect([after.statusCode, after.headers.connection]).toEqual([503, 'close'])
  await text(after)
  const living = await ask(`${baseUrl}/livez`)
  expect([living.statusCode, await text(living)]).toEqual([200, '{"status":"ok"}'])
  // Regular requests are still answered.
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(200)
  forceClose.abort()
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

/** Sends a chunk in two halves; the test triggers the second one. */
function sendSlowly(visitor: ReturnType<typeof createVisitor>, url: string, chunk: Buffer) {
  let finish: () => void = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(chunk.subarray(0, chunk.length / 2)))
      finish = () => {
        controller.enqueue(new Uint8Array(chunk.subarray(chunk.length / 2)))
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

const offsetAt = async (visitor: ReturnType<typeof createVisitor>, url: string) =>
  Number((await visitor.fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))

test('draining: a running upload is finished, and an interrupted one resumes on another process', async () => {
  draining = await startWeb(0)
  const visitor = createVisitor(addressOf(draining))
  const chunk = Buffer.alloc(256 * 1024, 7)
  const elsewhere = (url: string) => new URL(url, addressOf(staying)).href

  const [quickUrl, slowUrl] = [
    await beginUpload(visitor, chunk.length),
    await beginUpload(visitor, chunk.length),
  ]
  const quick = sendSlowly(visitor, quickUrl, chunk)
  const slow = sendSlowly(visitor, slowUrl, chunk)
  slow.answer.catch(() => undefined)
  for (const url of [quickUrl, slowUrl])
    await waitUntil(
      'the first bytes of the upload',
      async () => (await offsetAt(visitor, elsewhere(url))) > 0,
      { timeoutMs: 20_000 },
    )

  const closed = draining.close(forceClose.signal)
  await waitUntil('the server to stop listening', () => !draining.app.server.listening, { timeoutMs: 1_000 })
  quick.finish()
  expect((await quick.answer).status).toBe(204)
  forceClose.abort()
  await closed
  await expect(slow.answer).rejects.toThrow()

  const offset = await offsetAt(visitor, elsewhere(slowUrl))
  expect(offset).toBe(chunk.length / 2)
  const rest = await visitor.fetch(elsewhere(slowUrl), {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(chunk.subarray(offset)),
  })
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(chunk.length)])
})
