/** Two web processes and a worker that share only PostgreSQL, S3 and the cookie secret. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startS3Server,
  type TestS3Server,
} from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'
import { composeWeb } from '../../packages/server/src/compose-web.ts'
import { composeWorker } from '../../packages/server/src/compose-worker.ts'
import { readSettings } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawJpeg } from '../support/images.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

interface Machine {
  readonly baseUrl: string
  stop(): Promise<void>
}

let s3: TestS3Server
let database: TestDatabase
let machines: [Machine, Machine]
let stopWorker: () => Promise<void>
const dataDirs: string[] = []
const log = createLog('silent', 'test')

async function createSettings() {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-machine-'))
  dataDirs.push(dataDir)
  return readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    COOKIE_SECRET: 'one secret for all machines of this test',
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    PORT: '0',
    // Only images are converted, so the other engines need not start.
    WARM_START: 'false',
  })
}

async function startWeb(): Promise<Machine> {
  const settings = await createSettings()
  const web = await composeWeb(settings, log)
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = web.app.server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => web.close() }
}

beforeAll(async () => {
  s3 = await startS3Server()
  database = await createReadyDatabase()
  machines = [await startWeb(), await startWeb()]
  const worker = await composeWorker(await createSettings(), log)
  stopWorker = () => worker.close()
})
afterAll(async () => {
  for (const machine of machines) await machine.stop()
  await stopWorker()
  await database.drop()
  await s3.close()
  for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
})

const tusHeaders = { 'tus-resumable': '1.0.0' }
const chunk = { ...tusHeaders, 'content-type': 'application/offset+octet-stream' }

test('several machines: an upload continues on another machine, and events and downloads come from either', async () => {
  const image = await drawJpeg(1600, 1200)
  const [first, second] = machines
  const visitor = createVisitor(first.baseUrl)
  const other = (path: string) => new URL(path, second.baseUrl).href

  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tusHeaders, 'upload-length': String(image.length) },
  })
  const url = created.headers.get('location') ?? ''
  const half = Math.floor(image.length / 2)
  const send = (to: string, offset: number, bytes: Buffer) =>
    visitor.fetch(to, {
      method: 'PATCH',
      headers: { ...chunk, 'upload-offset': String(offset) },
      body: new Uint8Array(bytes),
    })
  expect((await send(url, 0, image.subarray(0, half))).status).toBe(204)
  const rest = await send(other(url), half, image.subarray(half))
  expect([rest.headers.get('upload-offset'), await rest.text()]).toEqual([String(image.length), ''])

  const accepted = await visitor.convertAsync(url.split('/').at(-1) ?? '', { outputFormat: 'webp' })
  const states = await visitor.follow({ ...accepted, eventsUrl: other(accepted.eventsUrl) })
  expect(states.at(-1)?.status).toBe('succeeded')
  const download = await visitor.fetch(other(`/api/download/${accepted.id}`))
  expect((await download.arrayBuffer()).byteLength).toBe(states.at(-1)?.resultSize)

  expect((await visitor.fetch(other(accepted.statusUrl), { method: 'DELETE' })).status).toBe(204)
  const left = await readdir(s3.bucketDir, { recursive: true })
  expect(
    left.filter(name => name.includes(accepted.id) || name.includes(url.split('/').at(-1) ?? '')),
  ).toEqual([])
})

test('several machines: of two concurrent appends the later one wins, the other connection is closed, and no byte is lost', async () => {
  const [first, second] = machines
  const visitor = createVisitor(first.baseUrl)
  const content = Buffer.alloc(96 * 1024, 'filesmith')
  const created = await visitor.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tusHeaders, 'upload-length': String(content.length) },
  })
  const url = created.headers.get('location') ?? ''
  const elsewhere = new URL(url, second.baseUrl).href
  const patch = (to: string, offset: number, body: BodyInit) =>
    visitor.fetch(to, {
      method: 'PATCH',
      headers: { ...chunk, 'upload-offset': String(offset) },
      body,
      duplex: 'half',
    } as RequestInit)

  // The client stalls in the middle and never closes.
  const held = patch(
    url,
    0,
    new ReadableStream({ start: sent => sent.enqueue(new Uint8Array(content.subarray(0, 4096))) }),
  )
  await waitUntil('the conversion to be leased', async () => await isLeased(url), { timeoutMs: 1_000 })
  const isCut = expect(held).rejects.toThrow('fetch failed')
  // Like a tus client: ask for the offset and continue until the upload is complete.
  const statuses = [(await patch(elsewhere, 0, new Uint8Array(content))).status]
  await isCut
  while (statuses.at(-1) !== 204 && statuses.length < 10) {
    const state = await visitor.fetch(elsewhere, { method: 'HEAD', headers: tusHeaders })
    const offset = Number(state.headers.get('upload-offset'))
    statuses.push((await patch(elsewhere, offset, new Uint8Array(content.subarray(offset)))).status)
  }
  expect(statuses.at(-1)).toBe(204)
  for (const status of statuses.slice(0, -1)) expect([409, 423]).toContain(status)
  const whole = await visitor.fetch(elsewhere, { method: 'HEAD', headers: tusHeaders })
  expect(whole.headers.get('upload-offset')).toBe(String(content.length))
})

async function isLeased(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rowCount } = await client.query(
    'select 1 from uploads where id = $1 and lease_holder is not null',
    [url.split('/').at(-1)],
  )
  await client.end()
  return rowCount === 1
}
