/** Upload quotas per owner, per network and by free disk space, across two web processes. */
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Job } from '@filesmith/contract/schemas/v1/job'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWeb, type WebProcess } from '../../packages/server/src/compose-web.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { startOtherSite } from '../support/other-site.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'

const megabyte = 1024 * 1024
const ownerMegabytes = 10
const ownerOpen = 8
const networkMegabytes = 25
const networkOpen = 12
const inspections = 5
const atOnce = 30

let filesmith: TestFilesmith
let secondWeb: WebProcess
let baseUrls: readonly [string, string]
let png: Buffer

beforeAll(async () => {
  filesmith = await startFilesmith({
    BEHIND_PROXY: 'true',
    COOKIE_SECRET: 'one secret for both web processes of this test',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    STORAGE_QUOTA_FREE_MB: String(ownerMegabytes),
    STORAGE_QUOTA_PRO_MB: String(ownerMegabytes),
    STORAGE_QUOTA_NETWORK_MB: String(networkMegabytes),
    OPEN_UPLOADS_PER_OWNER: String(ownerOpen),
    OPEN_UPLOADS_PER_NETWORK: String(networkOpen),
    INSPECTIONS_PER_MINUTE: String(inspections),
  })
  secondWeb = await composeWeb(filesmith.settings, createLog('silent', 'test'))
  baseUrls = [filesmith.baseUrl, await listen(secondWeb)]
  png = await drawPng(64, 48)
})
afterAll(async () => {
  await secondWeb.close()
  await filesmith.stop()
})

async function listen({ app }: WebProcess): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

let networks = 0
/** Header of a proxy; every test uses new networks. */
function newNetwork(): { 'x-forwarded-for': string } {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks}` }
}

const tusHeaders = { 'tus-resumable': '1.0.0' }

function declare(visitor: Visitor, bytes: number): Promise<Response> {
  const headers = {
    ...tusHeaders,
    'upload-length': String(bytes),
    'upload-metadata': `filename ${base64('a')}`,
  }
  return visitor.fetch('/api/uploads', { method: 'POST', headers })
}

/** One visitor with a cookie, as client of both web processes. */
async function newVisitorPair(sends: Record<string, string> = newNetwork()): Promise<[Visitor, Visitor]> {
  const first = createVisitor(baseUrls[0], sends)
  const id = (await declare(first, 1)).headers.get('location') ?? ''
  expect((await first.fetch(id, { method: 'DELETE', headers: tusHeaders })).status).toBe(204)
  return [first, createVisitor(baseUrls[1], sends, first.cookies)]
}

const both = <Each>([one, other]: readonly [Each, Each], index: number) => (index % 2 === 0 ? one : other)

async function tally(replies: readonly Response[]): Promise<Record<string, number>> {
  const codes = await Promise.all(
    replies.map(async reply => (reply.ok ? 'accepted' : `${reply.status} ${(await reply.json()).code}`)),
  )
  return Object.fromEntries(
    [...Map.groupBy(codes, code => code)].map(([code, those]) => [code, those.length]),
  )
}

/** Uses up the owner's quota by an upload without received bytes. */
async function fill(visitor: Visitor): Promise<string> {
  const filled = await declare(visitor, ownerMegabytes * megabyte)
  expect(filled.status).toBe(201)
  return filled.headers.get('location') ?? ''
}

async function leftovers() {
  const stored = await readdir(join(filesmith.settings.DATA_DIR, 'storage'), { recursive: true })
  const [rows] = await runSql<{ count: number }>(
    filesmith.databaseUrl,
    'select count(*)::int as count from uploads',
  )
  return { stored: stored.sort(), rows: rows?.count }
}

test(`reserve: of ${atOnce} parallel uploads of one visitor exactly ${ownerOpen} start`, async () => {
  const visitors = await newVisitorPair()
  const replies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => declare(both(visitors, index), 1)),
  )
  const refused = replies.find(reply => reply.status === 429)
  expect(refused?.headers.get('retry-after')).toBe('60')
  expect(await tally(replies)).toEqual({ accepted: ownerOpen, '429 too-many-uploads': atOnce - ownerOpen })
})

test(`reserve: ${atOnce} parallel uploads of one visitor never exceed the byte quota`, async () => {
  const visitors = await newVisitorPair()
  const replies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => declare(both(visitors, index), 2 * megabyte)),
  )
  expect(await tally(replies)).toEqual({ accepted: 5, '413 storage-quota-used': atOnce - 5 })
})

test(`reserve: ${atOnce} visitors of one network without cookies share its limit of open uploads`, async () => {
  const network = newNetwork()
  const replies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => declare(createVisitor(both(baseUrls, index), network), 1)),
  )
  expect(await tally(replies)).toEqual({
    accepted: networkOpen,
    '429 network-too-many-uploads': atOnce - networkOpen,
  })
  expect((await declare(createVisitor(baseUrls[0], newNetwork()), 1)).status).toBe(201)
})

test(`reserve: ${atOnce} visitors of one network without cookies share its bytes; accounts do not`, async () => {
  const network = newNetwork()
  const replies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      declare(createVisitor(both(baseUrls, index), network), 5 * megabyte),
    ),
  )
  expect(await tally(replies)).toEqual({ accepted: 5, '429 network-quota-used': atOnce - 5 })
  const member = await createMember(baseUrls[0], newCredentials(), createVisitor(baseUrls[0], network))
  expect((await declare(member, 5 * megabyte)).status).toBe(201)
})

test('reserve: all addresses of an IPv6 /64 count as one network', async () => {
  const replies: Response[] = []
  for (let host = 0; host <= networkOpen; host++)
    replies.push(await declare(createVisitor(baseUrls[0], { 'x-forwarded-for': `2001:db8::${host}` }), 1))
  expect(await tally(replies)).toEqual({ accepted: networkOpen, '429 network-too-many-uploads': 1 })
})

test('reserve: a rejection says what to do, and deleting an upload frees the quota', async () => {
  const [visitor] = await newVisitorPair()
  const filled = await fill(visitor)
  const refused = await declare(visitor, 1)
  expect(await refused.json()).toEqual({
    code: 'storage-quota-used',
    message: 'This would exceed your storage limit of 10 MB. Delete some files, or wait until they expire.',
  })
  await visitor.fetch(filled, { method: 'DELETE', headers: tusHeaders })
  expect((await declare(visitor, 1)).status).toBe(201)
})

test('reserve: results count as stored until they are deleted', async () => {
  const [visitor] = await newVisitorPair()
  const image = await sharp({ create: { width: 1400, height: 1000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const accepted = await visitor.convertAsync(await visitor.upload(image, 'a.png'), {
    outputFormat: 'bmp',
    quality: 'high',
  })
  const states = await visitor.follow(accepted)
  expect(states.at(-1)?.resultSize).toBeGreaterThan(4 * megabyte)
  expect(await tally([await declare(visitor, 7 * megabyte)])).toEqual({ '413 storage-quota-used': 1 })
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await declare(visitor, 7 * megabyte)).status).toBe(201)
})

const chunk = { ...tusHeaders, 'content-type': 'application/offset+octet-stream' }
const blob = () => new Blob([new Uint8Array(png)])
const formWith = (field: string, fields: Record<string, string>) => {
  const form = new FormData()
  form.set(field, blob(), 'a.png')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const post = (visitor: Visitor, path: string, body: FormData) => visitor.fetch(path, { method: 'POST', body })

test.each<[string, (visitor: Visitor) => Promise<Response>]>([
  ['tus creation', visitor => declare(visitor, 1)],
  [
    'tus creation with the whole file',
    visitor =>
      visitor.fetch('/api/uploads', {
        method: 'POST',
        headers: { ...chunk, 'upload-length': String(png.length) },
        body: new Uint8Array(png),
      }),
  ],
  [
    'tus creation with the first bytes',
    visitor =>
      visitor.fetch('/api/uploads', {
        method: 'POST',
        headers: { ...chunk, 'upload-length': String(png.length) },
        body: new Uint8Array(png.subarray(0, 10)),
      }),
  ],
  ['a form', visitor => post(visitor, '/api/convert/image', formWith('file', { outputFormat: 'webp' }))],
  [
    'a batch',
    visitor =>
      post(visitor, '/api/batch-convert', formWith('files', { fileType: 'images', targetFormat: 'webp' })),
  ],
])('quota: applies to %s', async (_way, send) => {
  const [visitor] = await newVisitorPair()
  await fill(visitor)
  const before = await leftovers()
  expect(await tally([await send(visitor)])).toEqual({ '413 storage-quota-used': 1 })
  await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
})

test('quota: an empty file counts as an open upload while it is written', async () => {
  const [visitor] = await newVisitorPair()
  for (let open = 0; open < ownerOpen; open++) await declare(visitor, 1)
  const headers = {
    ...tusHeaders,
    'upload-length': '0',
    'upload-metadata': `filename ${base64('a')},operation ${base64('compress-files')}`,
  }
  const reply = await visitor.fetch('/api/uploads', { method: 'POST', headers })
  expect(await tally([reply])).toEqual({ '429 too-many-uploads': 1 })
})

test('quota: applies to API files as form, as body and imported by a job', async () => {
  const { member, client } = await createApiMember(filesmith)
  await fill(member)
  const before = await leftovers()
  const raw = { 'content-type': 'application/octet-stream' }
  const sendRaw = (body: BodyInit) =>
    client.fetch(`${apiPaths.v1Files}?fileName=a.png`, {
      method: 'POST',
      headers: raw,
      body,
      duplex: 'half',
    } as RequestInit)
  const replies = [
    await client.fetch(apiPaths.v1Files, { method: 'POST', body: formWith('file', {}) }),
    await sendRaw(new Uint8Array(png)),
    await sendRaw(Readable.toWeb(Readable.from([png])) as ReadableStream<Uint8Array>),
  ]
  expect(await tally(replies)).toEqual({ '413 storage-quota-used': 3 })

  const site = await startOtherSite()
  try {
    site.answer = (_request, response) => response.end(png)
    const asked = await client.post(apiPaths.v1Jobs, {
      inputs: [{ url: `${site.url}/a.png` }],
      steps: [{ operation: 'convert-image', options: { outputFormat: 'webp' } }],
    })
    const { id } = (await asked.json()) as Job
    let job: Job
    do job = await client.json<Job>(`${apiPaths.v1Job(id)}?wait=30`)
    while (job.status === 'queued' || job.status === 'running')
    expect(job).toMatchObject({ status: 'failed', error: { code: 'storage-quota-used' } })
  } finally {
    await site.stop()
  }
  await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
})

test('quota: a form without length reserves the limit of the operation, and then its real size', async () => {
  const member = await createMember(filesmith.baseUrl)
  const boundary = 'a-boundary'
  const parts = [
    `--${boundary}\r\ncontent-disposition: form-data; name="outputFormat"\r\n\r\nwebp\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    png,
    `\r\n--${boundary}--\r\n`,
  ]
  const send = () =>
    member.fetch('/api/convert/image', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Readable.toWeb(Readable.from(parts.map(part => Buffer.from(part)))) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit)
  // The limit of an image is 50 MB, the quota 10 MB.
  expect(await tally([await send()])).toEqual({ '413 storage-quota-used': 1 })

  // The form is longer than its file because of boundaries and fields.
  const form = formWith('file', { outputFormat: 'webp' })
  expect((await post(member, '/api/convert/image', form)).status).toBe(200)
  const [row] = await runSql<{ bytes: number }>(
    filesmith.databaseUrl,
    `select declared_bytes::int as bytes from uploads join users on users.id = owner_id where username = $1`,
    [member.username],
  )
  expect(row?.bytes).toBe(png.length)
})

test('renewReservation: an upload idle for five minutes reserves only its received bytes; resuming it reserves the rest again', async () => {
  const [visitor] = await newVisitorPair()
  const idle = await declare(visitor, 8 * megabyte)
  const url = idle.headers.get('location') ?? ''
  const patch = (offset: number, bytes: number) =>
    visitor.fetch(url, {
      method: 'PATCH',
      headers: { ...chunk, 'upload-offset': String(offset) },
      body: new Uint8Array(bytes),
    })
  expect((await patch(0, megabyte)).status).toBe(204)
  expect(await tally([await declare(visitor, 3 * megabyte)])).toEqual({ '413 storage-quota-used': 1 })
  await runSql(
    filesmith.databaseUrl,
    `update uploads set active_at = now() - interval '301 seconds' where id = $1`,
    [url.split('/').at(-1)],
  )

  expect(await tally([await declare(visitor, 10 * megabyte)])).toEqual({ '413 storage-quota-used': 1 })
  const other = await declare(visitor, 9 * megabyte)
  expect(other.status).toBe(201)
  expect(await tally([await patch(megabyte, 7 * megabyte)])).toEqual({ '413 storage-quota-used': 1 })
  await visitor.fetch(other.headers.get('location') ?? '', { method: 'DELETE', headers: tusHeaders })
  const rest = await patch(megabyte, 7 * megabyte)
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(8 * megabyte)])
})

test('MIN_FREE_DISK_MB: rejects new uploads with 507, and existing uploads can still be converted', async () => {
  const shortOfSpace = await composeWeb(
    readSettings({ ...asEnvironment(filesmith), MIN_FREE_DISK_MB: '1000000000' }),
    createLog('silent', 'test'),
  )
  try {
    const sends = newNetwork()
    const visitor = createVisitor(filesmith.baseUrl, sends)
    const uploadId = await visitor.upload(png, 'a.png')
    const limited = createVisitor(await listen(shortOfSpace), sends, visitor.cookies)
    const before = await leftovers()
    const refused = await declare(limited, 1)
    expect([refused.status, await refused.json()]).toEqual([
      507,
      {
        code: 'storage-full',
        message: 'The server is out of storage. Please try again later.',
      },
    ])
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before)
    const states = await limited.follow(await limited.convertAsync(uploadId, { outputFormat: 'webp' }))
    expect(states.at(-1)?.status).toBe('succeeded')
  } finally {
    await shortOfSpace.close()
  }
})

test(`limitInspections: of ${atOnce} parallel inspections and previews of one network exactly ${inspections} pass`, async () => {
  const visitors = await newVisitorPair()
  const id = await visitors[0].upload(png, 'a.png')
  const replies = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      both(visitors, index).fetch(`/api/uploads/${id}/${both(['details', 'preview'], index)}`),
    ),
  )
  const refused = replies.filter(reply => reply.status === 429)
  expect(refused).toHaveLength(atOnce - inspections)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toMatchObject({ code: 'too-many-requests' })
  const elsewhere = createVisitor(baseUrls[0], newNetwork(), visitors[0].cookies)
  expect((await elsewhere.fetch(`/api/uploads/${id}/details`)).status).toBe(200)
})

test('prepareUpload: preparations are limited like inspections, each as several of them', async () => {
  const [visitor] = await newVisitorPair()
  const ids = await Promise.all(
    ['a.txt', 'b.txt', 'c.txt'].map(name => visitor.upload(Buffer.from(name), name)),
  )
  const statuses = []
  for (const id of ids) statuses.push((await visitor.post(`/api/uploads/${id}/preparation`)).status)
  expect(statuses).toEqual([200, 200, 429])
  const again = await visitor.post(`/api/uploads/${ids[0]}/preparation`)
  expect(again.status).toBe(200)
})

function asEnvironment({ settings }: TestFilesmith): Record<string, string | undefined> {
  const { DATA_DIR, DATABASE_URL, COOKIE_SECRET, HOST } = settings
  return { DATA_DIR, DATABASE_URL, COOKIE_SECRET, HOST, LOG_LEVEL: 'silent', PORT: '0', BEHIND_PROXY: 'true' }
}
