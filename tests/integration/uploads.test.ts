/** Resumable tus uploads, by raw requests and with the tus client of the web app. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../packages/server/src/adapters/disk-storage/disk-storage.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer<ArrayBufferLike>

beforeAll(async () => {
  filesmith = await startFilesmith()
  png = await drawPng(640, 480)
})
afterAll(() => filesmith.stop())

const tusHeaders = { 'tus-resumable': '1.0.0' }
const chunk = { ...tusHeaders, 'content-type': 'application/offset+octet-stream' }

async function create(
  visitor: Visitor,
  bytes: number,
  metadata = `filename ${base64('a.png')}`,
): Promise<Response> {
  const headers = { ...tusHeaders, 'upload-length': String(bytes), 'upload-metadata': metadata }
  return visitor.fetch('/api/uploads', { method: 'POST', headers })
}

const patch = (visitor: Visitor, url: string, offset: number, body: Uint8Array) =>
  visitor.fetch(url, {
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': String(offset) },
    body: new Uint8Array(body),
  })

const offsetOf = async (visitor: Visitor, url: string) =>
  Number((await visitor.fetch(url, { method: 'HEAD', headers: tusHeaders })).headers.get('upload-offset'))

/** Like a tus client: asks for the offset and sends the rest; repeats if the offset changed meanwhile. */
async function resume(visitor: Visitor, url: string, totalBytes: number): Promise<Response> {
  for (;;) {
    const offset = await offsetOf(visitor, url)
    const response = await patch(visitor, url, offset, Buffer.alloc(totalBytes - offset))
    if (response.status !== 409) return response
  }
}

test('UP-04 tus: an upload resumes at its offset and can then be converted', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const created = await create(visitor, png.length)
  expect(created.status).toBe(201)
  const url = created.headers.get('location') ?? ''
  expect(url).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)

  expect((await patch(visitor, url, 0, png.subarray(0, 1000))).status).toBe(204)
  expect(await offsetOf(visitor, url)).toBe(1000)
  const incomplete = await visitor.fetch('/api/convert/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId: url.split('/').at(-1), outputFormat: 'webp' }),
  })
  expect(incomplete.status).toBe(409)

  const rest = await patch(visitor, url, 1000, png.subarray(1000))
  expect(rest.headers.get('upload-offset')).toBe(String(png.length))
  const states = await visitor.follow(
    await visitor.convertAsync(url.split('/').at(-1) ?? '', { outputFormat: 'webp' }),
  )
  expect(states.at(-1)?.status).toBe('succeeded')
})

test('UP-04 tus: bytes received before a disconnect are kept', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const url = (await create(visitor, 3_000_000)).headers.get('location') ?? ''
  const cut = new AbortController()
  async function* sendHalfAndStall() {
    yield Buffer.alloc(1_500_000, 1)
    while ((await offsetOf(visitor, url)) === 0);
    cut.abort()
    await new Promise(() => undefined)
  }
  const request = visitor.fetch(url, {
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '0' },
    body: Readable.toWeb(Readable.from(sendHalfAndStall())) as ReadableStream<Uint8Array>,
    signal: cut.signal,
    duplex: 'half',
  } as RequestInit)
  await expect(request).rejects.toThrow()
  expect(await offsetOf(visitor, url)).toBeGreaterThan(0)
  const rest = await resume(visitor, url, 3_000_000)
  expect(rest.headers.get('upload-offset')).toBe('3000000')
})

test.each(['growing', 'sealed'])(
  'UP-04 tus: an upload completed just before a crash (%s) is reported as complete',
  async state => {
    const visitor = createVisitor(filesmith.baseUrl)
    const url = (await create(visitor, png.length)).headers.get('location') ?? ''
    const id = url.split('/').at(-1) ?? ''
    const storage = await createDiskStorage({ rootDir: join(filesmith.settings.DATA_DIR, 'storage') })
    await storage.append(`uploads/${id}`, 0, Readable.from([png]))
    if (state === 'sealed') await storage.seal(`uploads/${id}`)
    await storage.close()

    expect(await offsetOf(visitor, url)).toBe(png.length)
    const states = await visitor.follow(await visitor.convertAsync(id, { outputFormat: 'webp' }))
    expect(states.at(-1)?.status).toBe('succeeded')
  },
)

test('tus-js-client: uploads in several chunks', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const first = await create(visitor, 10)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const seen: number[] = []
  await new Promise<void>((resolve, reject) => {
    const upload = new tus.Upload(png, {
      endpoint: `${filesmith.baseUrl}/api/uploads`,
      chunkSize: 4096,
      metadata: { filename: 'a.png', operation: 'convert-image' },
      headers: { cookie },
      onChunkComplete: (_size, accepted) => seen.push(accepted),
      onError: reject,
      onSuccess: () => resolve(),
    })
    upload.start()
  })
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.at(-1)).toBe(png.length)
})

test('tus: a wrong offset answers 409 and loses nothing', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const url = (await create(visitor, 100)).headers.get('location') ?? ''
  await patch(visitor, url, 0, Buffer.alloc(40))
  const wrong = await patch(visitor, url, 10, Buffer.alloc(5))
  expect(wrong.status).toBe(409)
  expect(await wrong.json()).toMatchObject({ code: 'upload-offset-mismatch' })
  expect(await offsetOf(visitor, url)).toBe(40)
})

test('tus: rejects more bytes than Upload-Length', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const url = (await create(visitor, 100)).headers.get('location') ?? ''
  expect((await patch(visitor, url, 0, Buffer.alloc(101))).status).toBe(413)
})

test('UP-16 tus: enforces the limit of the operation before any byte is sent; exactly the limit is accepted', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const forImages = `filename ${base64('a.png')},operation ${base64('convert-image')}`
  const limit = 50 * 1024 * 1024
  expect((await create(visitor, limit, forImages)).status).toBe(201)
  const refused = await create(visitor, limit + 1, forImages)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual({
    code: 'file-too-large',
    message: 'File is too large. Maximum size is 50MB.',
  })
})

test('UP-10 tus: without an operation the limit is 500 MB', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  expect((await create(visitor, 500 * 1024 * 1024)).status).toBe(201)
  expect((await create(visitor, 500 * 1024 * 1024 + 1)).status).toBe(413)
})

test('tus: other visitors can neither read, extend nor delete an upload', async () => {
  const [anna, stranger] = [createVisitor(filesmith.baseUrl), createVisitor(filesmith.baseUrl)]
  const url = (await create(anna, 10)).headers.get('location') ?? ''
  await create(stranger, 10)
  expect((await stranger.fetch(url, { method: 'HEAD', headers: tusHeaders })).status).toBe(404)
  expect((await patch(stranger, url, 0, Buffer.alloc(10))).status).toBe(404)
  expect((await stranger.fetch(url, { method: 'DELETE', headers: tusHeaders })).status).toBe(404)
  expect(await offsetOf(anna, url)).toBe(0)
})

test('tus: DELETE terminates an upload', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const url = (await create(visitor, 10)).headers.get('location') ?? ''
  expect((await visitor.fetch(url, { method: 'DELETE', headers: tusHeaders })).status).toBe(204)
  expect((await visitor.fetch(url, { method: 'HEAD', headers: tusHeaders })).status).toBe(404)
})

test('tus: a second connection takes over from a stalled one', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const url = (await create(visitor, 2000)).headers.get('location') ?? ''
  const stalled = Promise.withResolvers<void>()
  async function* sendAndStall() {
    yield Buffer.alloc(1000)
    stalled.resolve()
    await new Promise(() => undefined)
  }
  const first = visitor
    .fetch(url, {
      method: 'PATCH',
      headers: { ...chunk, 'upload-offset': '0' },
      body: Readable.toWeb(Readable.from(sendAndStall())) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit)
    .then(
      response => response.status,
      () => 'disconnected',
    )
  await stalled.promise
  expect((await resume(visitor, url, 2000)).status).toBe(204)
  expect(await first).not.toBe(204)
})

test('tus: answers 412 without Tus-Resumable', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/uploads', { method: 'POST' })
  expect(response.status).toBe(412)
})

test('tus: OPTIONS lists the extensions', async () => {
  const response = await createVisitor(filesmith.baseUrl).fetch('/api/uploads', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination')
})
