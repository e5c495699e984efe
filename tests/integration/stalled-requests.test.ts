/** Stalled requests over real sockets (slowloris): answered with 408, closed and cleaned up. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

const silenceMs = 2000
/** Below the interval between two checks, so that bytes arrive between them even on a slow machine. */
const dripMs = silenceMs / 8
/** Longer than the total time limit of a body that is not a file. */
const dripCount = 40

let filesmith: TestFilesmith
let png: Buffer
let visitor: Visitor
let apiKey: string

beforeAll(async () => {
  filesmith = await startFilesmith({ BODY_SILENCE_SECONDS: String(silenceMs / 1000) }, { hasWorker: false })
  png = await drawPng(64, 48)
  visitor = createVisitor(filesmith.baseUrl)
  await visitor.upload(png, 'first.png')
  const { client } = await createApiMember(filesmith)
  apiKey = client.key
})
afterAll(() => filesmith.stop())

interface Connection {
  readonly socket: Socket
  /** All received data, once the server has closed the connection. */
  readonly closed: Promise<string>
}

function openConnection(): Connection {
  const { hostname, port } = new URL(filesmith.baseUrl)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  socket.on('data', bytes => received.push(bytes))
  socket.on('error', () => undefined)
  return { socket, closed: once(socket, 'close').then(() => Buffer.concat(received).toString()) }
}

function head(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'localhost', cookie: visitor.cookies.header(), ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

async function leftovers() {
  const stored = await readdir(join(filesmith.settings.DATA_DIR, 'storage'), { recursive: true })
  const rows = await runSql<{ id: string }>(filesmith.databaseUrl, 'select id from uploads order by id')
  return { stored: stored.sort(), rows: rows.map(({ id }) => id) }
}

const tus = { 'tus-resumable': '1.0.0' }
const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' }
const boundary = 'a-boundary'
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`

const kinds: readonly (readonly [string, () => readonly [head: string, beginning: string | Buffer]])[] = [
  [
    'JSON',
    () => [
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 100 }),
      '{"u',
    ],
  ],
  [
    'JSON in chunks',
    () => [
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
      '3\r\n{"u\r\n',
    ],
  ],
  ['a payment webhook', () => [head('POST', apiPaths.paymentWebhook, { 'content-length': 100 }), '{"i']],
  [
    'a form in a field',
    () => [head('POST', '/api/convert/image', { ...form, 'content-length': 5000 }), part('outputFormat')],
  ],
  [
    'a form in a file',
    () => [
      head('POST', '/api/convert/image', { ...form, 'content-length': 5000 }),
      `${part('file')}; filename="a.png"\r\n\r\n${png.toString('latin1').slice(0, 20)}`,
    ],
  ],
  [
    'a form after a file',
    () => [
      head('POST', '/api/convert/image', { ...form, 'content-length': 5000 }),
      Buffer.concat([
        Buffer.from(`${part('file')}; filename="a.png"\r\n\r\n`),
        png,
        Buffer.from(`\r\n${part('outputFormat')}`),
      ]),
    ],
  ],
  [
    'a tus creation with upload',
    () => [
      head('POST', '/api/uploads', { ...chunk, 'upload-length': png.length, 'content-length': png.length }),
      png.subarray(0, 20),
    ],
  ],
  [
    'a file upload of the API',
    () => [
      head('POST', `${apiPaths.v1Files}?fileName=a.png`, {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/octet-stream',
        'content-length': png.length,
      }),
      png.subarray(0, 20),
    ],
  ],
]

describe('stalled request', () => {
  let answers: ReadonlyMap<string, string>
  let before: Awaited<ReturnType<typeof leftovers>>

  // Concurrently, because each takes as long as the limit.
  beforeAll(async () => {
    before = await leftovers()
    const received = kinds.map(async ([kind, begin]) => {
      const { socket, closed } = openConnection()
      for (const bytes of begin()) socket.write(bytes)
      return [kind, await closed] as const
    })
    answers = new Map(await Promise.all(received))
  })

  test.each(kinds)('%s: answers 408 and closes the connection', kind => {
    expect(answers.get(kind)).toMatch(/^HTTP\/1\.1 408 /)
    expect(answers.get(kind)).toContain('"code":"request-timeout"')
  })

  test('leaves neither a record nor a file', async () => {
    // The connection is closed before the partial file is removed.
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
  })
})

test('150 forms that end inside a file: are answered at once and leave no connection, record or file', async () => {
  const before = await leftovers()
  // A new visitor each, because one may have only so many open uploads.
  const headers = { ...form, cookie: '', connection: 'close' }
  const body = Buffer.concat([Buffer.from(`${part('file')}; filename="a.png"\r\n\r\n`), png])
  const answers = Array.from({ length: 150 }, () => {
    const { socket, closed } = openConnection()
    socket.write(head('POST', '/api/convert/image', { ...headers, 'content-length': body.length }))
    socket.write(body)
    return closed
  })
  expect(new Set((await Promise.all(answers)).map(answer => answer.slice(0, 12)))).toEqual(
    new Set(['HTTP/1.1 400']),
  )
  expect(await leftovers()).toEqual(before)
})

test.concurrent('stalled tus upload: is closed and keeps the received bytes', async () => {
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': '1000', 'upload-metadata': `filename ${base64('a.bin')}` },
  })
  const url = created.headers.get('location') ?? ''
  const { socket, closed } = openConnection()
  socket.write(head('PATCH', url, { ...chunk, 'upload-offset': 0, 'content-length': 1000 }))
  socket.write(Buffer.alloc(400))
  await closed
  const storedOffset = async () =>
    (await visitor.fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset')
  await expect.poll(storedOffset, { timeout: 10_000 }).toBe('400')
  const patch = await visitor.fetch(url, {
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '400' },
    body: new Uint8Array(600),
  })
  expect([patch.status, patch.headers.get('upload-offset')]).toEqual([204, '1000'])
})

test.concurrent.each([
  ['nothing at all', ''],
  ['half of its headers', 'GET / HTTP/1.1\r\nhost: local'],
])('idle connection: is closed after sending %s', async (_what, bytes) => {
  const { socket, closed } = openConnection()
  socket.write(bytes)
  expect(await closed).not.toMatch(/^HTTP\/1\.1 2/)
})

/** Every write resets the idle timeout, so that only a total limit could end the request. */
async function drip({ socket }: Connection, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / dripCount)
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    socket.write(bytes.subarray(start, start + size))
    await delay(dripMs)
  }
}

test.concurrent('slow JSON body: is closed at the total time limit', async () => {
  const { socket, closed } = openConnection()
  socket.write(
    head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 100_000 }),
  )
  const dripping = setInterval(() => socket.write(' '), dripMs)
  const answer = await closed
  clearInterval(dripping)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request-timeout"')
})

test.concurrent('slow tus upload: is accepted without a total time limit', async () => {
  const connection = openConnection()
  connection.socket.write(
    head('POST', '/api/uploads', {
      ...{ ...chunk, connection: 'close', 'upload-length': png.length, 'content-length': png.length },
    }),
  )
  await drip(connection, png)
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 201 /)
})

test.concurrent('slow form upload: is accepted without a total time limit', async () => {
  const body = Buffer.concat([
    Buffer.from(`${part('file')}; filename="a.png"\r\n\r\n`),
    png,
    Buffer.from(`\r\n${part('outputFormat')}\r\n\r\nwebp\r\n--${boundary}--\r\n`),
  ])
  const connection = openConnection()
  const headers = { ...form, connection: 'close', prefer: 'respond-async', 'content-length': body.length }
  connection.socket.write(head('POST', '/api/convert/image', headers))
  await drip(connection, body)
  // Without a worker it cannot be converted; the file was received.
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 (202|503) /)
})

test.concurrent('keep-alive connection: is kept between two requests', async () => {
  const waiting = openConnection()
  const answered = once(waiting.socket, 'data')
  waiting.socket.write(head('GET', '/livez', {}))
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /)
  const silent = openConnection()
  silent.socket.write(
    head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 9 }),
  )
  await silent.closed
  waiting.socket.write(head('GET', '/livez', { connection: 'close' }))
  expect((await waiting.closed).match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})
