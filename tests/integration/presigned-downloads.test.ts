/** Presigned downloads from S3: for the owner only, expiring, and not usable for anything else. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  startS3Server,
  type TestS3Server,
} from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let s3: TestS3Server
let filesmith: TestFilesmith
let visitor: Visitor
let path: string
let secondPath: string
let content: Buffer

beforeAll(async () => {
  s3 = await startS3Server()
  filesmith = await startFilesmith({
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_PRESIGNED_DOWNLOADS: 'true',
    WORKER_ENGINES: 'images',
  })
  visitor = createVisitor(filesmith.baseUrl)
  const convert = async (name: string) => {
    const accepted = await visitor.convertAsync(await visitor.upload(await drawPng(), name), {
      outputFormat: 'webp',
    })
    expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
    return `/api/download/${accepted.id}`
  }
  path = await convert("Ärger (1)'s photo*.png")
  secondPath = await convert('b.png')
  const direct = await visitor.fetch(path, { headers: { 'sec-fetch-mode': 'cors' } })
  content = Buffer.from(await direct.arrayBuffer())
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await filesmith.stop()
  await s3.close()
})

/** A navigation request; Node's fetch always sends Sec-Fetch-Mode: cors. */
async function navigate(to: string, who: Visitor): Promise<IncomingMessage> {
  const headers = { cookie: who.cookies.header(), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const [response] = await once(request(new URL(to, filesmith.baseUrl), { headers }).end(), 'response')
  response.resume()
  return response
}

async function addressOf(download: string): Promise<string> {
  const { statusCode, headers } = await navigate(download, visitor)
  expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
  return headers.location ?? ''
}

test('presigned URL: returns the whole file as attachment with name and type', async () => {
  const address = await addressOf(path)
  expect(new URL(address).origin).toBe(new URL(s3.endpoint).origin)
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(content.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
  expect(response.headers.get('content-type')).toBe('image/webp')
  const direct = await visitor.fetch(path, { method: 'HEAD' })
  expect(response.headers.get('content-disposition')).toBe(direct.headers.get('content-disposition'))
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
})

test('presigned URL: expires after five minutes', async () => {
  const address = await addressOf(path)
  // A URL names the whole second in which it was signed, so it may expire a second early.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 290_000 })
  expect((await fetch(address)).status).toBe(200)
  vi.setSystemTime(Date.now() + 11_000)
  expect((await fetch(address)).status).toBe(403)
})

test('presigned URL: the signature is invalid for another file, name, expiry or method', async () => {
  const address = await addressOf(path)
  const other = new URL(await addressOf(secondPath))
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address)
    change(url)
    return url
  }
  expect(isSigned(new URL(address))).toBe(true)
  for (const url of [
    changed(url => (url.pathname = other.pathname)),
    changed(url => url.searchParams.set('response-content-disposition', 'inline')),
    changed(url => url.searchParams.set('response-content-type', 'text/html')),
    changed(url => url.searchParams.set('X-Amz-Expires', '86400')),
  ])
    expect(isSigned(url)).toBe(false)
  expect(isSigned(new URL(address), 'PUT')).toBe(false)
})

/** Verifies Signature Version 4 in the query, which the S3 server of the tests does not. */
function isSigned(url: URL, method = 'GET'): boolean {
  const hash = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const given = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature')
  const query = given.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort()
  const canonicalRequest = [
    method,
    url.pathname,
    query.join('&'),
    `host:${url.host}\n`,
    'host',
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const [, day = '', ...scope] = (url.searchParams.get('X-Amz-Credential') ?? '').split('/')
  const key = scope.reduce<Buffer>((derived, part) => hash(derived, part), hash('AWS4S3RVER', day))
  const digest = createHash('sha256').update(canonicalRequest).digest('hex')
  const lines = ['AWS4-HMAC-SHA256', url.searchParams.get('X-Amz-Date'), [day, ...scope].join('/'), digest]
  return hash(key, lines.join('\n')).toString('hex') === url.searchParams.get('X-Amz-Signature')
}

test('download: other visitors get 404 without a redirect', async () => {
  const stranger = createVisitor(filesmith.baseUrl)
  await stranger.upload(await drawPng(), 'a.png')
  const response = await navigate(path, stranger)
  expect([response.statusCode, response.headers.location]).toEqual([404, undefined])
})

test.each([
  ['a range', { range: 'bytes=0-3' }, 206],
  ['a fetch of the page', { 'sec-fetch-mode': 'cors' }, 200],
])('download: %s is served directly', async (_what, headers, status) => {
  const response = await visitor.fetch(path, { headers, redirect: 'manual' })
  expect(response.status).toBe(status)
  const body = Buffer.from(await response.arrayBuffer())
  expect(content.subarray(0, body.length).equals(body)).toBe(true)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).not.toContain(new URL(s3.endpoint).host)
})
