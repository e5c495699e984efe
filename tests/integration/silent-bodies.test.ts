/** Requests that stop arriving, over real sockets: they are cut off with 408 and leave nothing behind. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { runSql } from '../support/member.ts'
import { drawPng } from '../support/pictures.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

const silenceMs = 2000
/** Less than the time between two checks, which run in this process too: however slow it is, bytes come between them. */
const dripMs = silenceMs / 8
/** Longer than a body that is not a file may take in all. */
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

interface Line {
  readonly socket: Socket
  /** Everything the server said, once it has closed the connection. */
  readonly closed: Promise<string>
}

function openLine(): Line {
  const { hostname, port } = new URL(filesmith.baseUrl)
  const socket = connect(Number(port), hostname)
  const heard: Buffer[] = []
  socket.on('data', bytes => heard.push(bytes))
  socket.on('error', () => undefined)
  return { socket, closed: once(socket, 'close').then(() => Buffer.concat(heard).toString()) }
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
  ['a webhook of payments', () => [head('POST', apiPaths.paymentWebhook, { 'content-length': 100 }), '{"i']],
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
    'a tus upload that comes whole with its creation',
    () => [
      head('POST', '/api/uploads', { ...chunk, 'upload-length': png.length, 'content-length': png.length }),
      png.subarray(0, 20),
    ],
  ],
  [
    'a file of the API',
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

describe('a request that stops arriving', () => {
  let answers: ReadonlyMap<string, string>
  let before: Awaited<ReturnType<typeof leftovers>>

  // All at once: each of them takes as long as the limit.
  beforeAll(async () => {
    before = await leftovers()
    const heard = kinds.map(async ([kind, begin]) => {
      const { socket, closed } = openLine()
      for (const bytes of begin()) socket.write(bytes)
      return [kind, await closed] as const
    })
    answers = new Map(await Promise.all(heard))
  })

  test.each(kinds)('%s: is answered with 408 and closed', kind => {
    expect(answers.get(kind)).toMatch(/^HTTP\/1\.1 408 /)
    expect(answers.get(kind)).toContain('"code":"request-timeout"')
  })

  test('leaves nothing behind, neither a record nor a file', async () => {
    // The connection is closed before the partial file is removed.
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
  })
})

test.concurrent('a tus upload that stops arriving is closed and keeps what arrived', async () => {
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': '1000', 'upload-metadata': `filename ${base64('a.bin')}` },
  })
  const url = created.headers.get('location') ?? ''
  const { socket, closed } = openLine()
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
])('a connection that sends %s is closed', async (_what, bytes) => {
  const { socket, closed } = openLine()
  socket.write(bytes)
  expect(await closed).not.toMatch(/^HTTP\/1\.1 2/)
})

/** Every write resets the silence, so that only a limit for all of it could end it. */
async function drip({ socket }: Line, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / dripCount)
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    socket.write(bytes.subarray(start, start + size))
    await delay(dripMs)
  }
}

test.concurrent('JSON that drips is cut off in the end', async () => {
  const { socket, closed } = openLine()
  socket.write(
    head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 100_000 }),
  )
  const dripping = setInterval(() => socket.write(' '), dripMs)
  const answer = await closed
  clearInterval(dripping)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request-timeout"')
})

test.concurrent('a tus upload that is slow but moves arrives, however long it takes', async () => {
  const line = openLine()
  line.socket.write(
    head('POST', '/api/uploads', {
      ...{ ...chunk, connection: 'close', 'upload-length': png.length, 'content-length': png.length },
    }),
  )
  await drip(line, png)
  expect(await line.closed).toMatch(/^HTTP\/1\.1 201 /)
})

test.concurrent('a form that is slow but moves arrives, however long it takes', async () => {
  const body = Buffer.concat([
    Buffer.from(`${part('file')}; filename="a.png"\r\n\r\n`),
    png,
    Buffer.from(`\r\n${part('outputFormat')}\r\n\r\nwebp\r\n--${boundary}--\r\n`),
  ])
  const line = openLine()
  const headers = { ...form, connection: 'close', prefer: 'respond-async', 'content-length': body.length }
  line.socket.write(head('POST', '/api/convert/image', headers))
  await drip(line, body)
  // Without a worker no engine is there to convert it; the file was taken all the same.
  expect(await line.closed).toMatch(/^HTTP\/1\.1 (202|503) /)
})

test.concurrent('a connection that waits between two requests is kept', async () => {
  const waiting = openLine()
  const answered = once(waiting.socket, 'data')
  waiting.socket.write(head('GET', '/livez', {}))
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /)
  const silent = openLine()
  silent.socket.write(
    head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 9 }),
  )
  await silent.closed
  waiting.socket.write(head('GET', '/livez', { connection: 'close' }))
  expect((await waiting.closed).match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})
