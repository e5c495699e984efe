/** A full disk gives a clear answer, harms nothing that is there, and is over when there is room again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/pictures.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { createVisitor } from '../support/visitor.ts'

const megabyte = 1024 * 1024

let dataDir: string
let database: TestDatabase
let web: ServerProcess
let baseUrl: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filesmith-fault-'))
  database = await createTestDatabase()
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port) }
  const onSmallDisk = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
  const mountAndRun = `mount -t tmpfs -o size=16m tmpfs '${dataDir}' && exec "$@"`
  web = startProcess('main-web', env, [...onSmallDisk, mountAndRun, 'sh'])
  await untilHealthy(baseUrl, web)
})
afterAll(async () => {
  web.kill('SIGTERM')
  await web.ended()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('uploads answer 507 on a full disk, and work again when something was deleted', async () => {
  const visitor = createVisitor(baseUrl)
  const kept = await visitor.upload(new Uint8Array(10 * megabyte), 'kept.bin')

  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(12 * megabyte)]), 'large.png')
  form.set('outputFormat', 'webp')
  const refused = await visitor.fetch('/api/convert/image', { method: 'POST', body: form })
  expect(refused.status).toBe(507)
  expect(await refused.json()).toEqual({
    code: 'storage-full',
    message: 'The server has no room for this file at the moment. Please try again later.',
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
