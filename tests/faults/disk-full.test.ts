/**
 * Full disk: requests fail with a clear error, stored data stays intact, and the server recovers once space is
 * freed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadyDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/images.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const megabyte = 1024 * 1024

let dataDir: string
let database: TestDatabase
let server: ServerProcess
let baseUrl: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createReadyDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  // Without a free space margin and a share of each visitor, uploads fill the disk completely.
  const limits = { MIN_FREE_DISK_MB: '0', UNSENT_UPLOADS_VISITOR_PERCENT: '100' }
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port), ...limits }
  const onSmallDisk = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
  const mountAndRun = `mount -t tmpfs -o size=16m tmpfs '${dataDir}' && exec "$@"`
  server = startProcess('main-all', env, [...onSmallDisk, mountAndRun, 'sh'])
  await untilHealthy(baseUrl, server)
})
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('uploads: answer 507 on a full disk and work again after a file was deleted', async () => {
  const visitor = createVisitor(baseUrl)
  const kept = await visitor.upload(new Uint8Array(10 * megabyte), 'kept.bin')

  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(12 * megabyte)]), 'large.png')
  form.set('outputFormat', 'webp')
  const refused = await visitor.fetch('/api/convert/image', { method: 'POST', body: form })
  expect(refused.status).toBe(507)
  expect(await refused.json()).toEqual({
    code: 'storage-full',
    message: 'The server is out of storage. Please try again later.',
  })
  await expect(visitor.upload(new Uint8Array(12 * megabyte), 'large.png')).rejects.toThrow('507')

  const tusHeaders = { 'tus-resumable': '1.0.0' }
  const stillThere = await visitor.fetch(`/api/uploads/${kept}`, { method: 'HEAD', headers: tusHeaders })
  expect(stillThere.headers.get('upload-offset')).toBe(String(10 * megabyte))

  expect(
    (await visitor.fetch(`/api/uploads/${kept}`, { method: 'DELETE', headers: tusHeaders })).status,
  ).toBe(204)
  await visitor.upload(await drawPng(), 'small.png')
})

test('conversion: is retried while the disk is full and finishes once space is freed', async () => {
  const visitor = createVisitor(baseUrl)
  const image = await visitor.upload(await drawPng(1400, 1000), 'image.png')
  const filler = await visitor.upload(new Uint8Array(11 * megabyte), 'filler.bin')
  const accepted = await visitor.convertAsync(image, { outputFormat: 'bmp', quality: 'high' })
  await waitUntil('the retry to be logged', () => server.output().includes('conversion failed, retrying'), {
    timeoutMs: 30_000,
  })
  expect(server.output()).toContain('"code":"storage-full"')
  const waiting = await visitor.json<ConversionState>(accepted.statusUrl)
  expect(['queued', 'running']).toContain(waiting.status)

  await visitor.fetch(`/api/uploads/${filler}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  const states = await visitor.follow(accepted)
  expect(states.at(-1)).toMatchObject({ status: 'succeeded' })
  const download = await visitor.fetch(`/api/download/${accepted.id}`)
  expect((await download.arrayBuffer()).byteLength).toBe(states.at(-1)?.resultSize)
})
