/** Canceling, deleting, retrying and expiring conversions. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../packages/server/src/adapters/disk-storage/disk-storage.ts'
import { drawNoise, drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let database: pg.Client
let slowImage: Buffer
let png: Buffer

beforeAll(async () => {
  filesmith = await startFilesmith({ SWEEP_INTERVAL_SECONDS: '1' })
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
  slowImage = await drawNoise(2400, 1800)
  png = await drawPng()
})
afterAll(async () => {
  await database.end()
  await filesmith.stop()
})

const stateOf = (visitor: Visitor, statusUrl: string) => visitor.json<ConversionState>(statusUrl)

async function startSlowConversion(visitor: Visitor) {
  const uploadId = await visitor.upload(slowImage, 'noise.jpg')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'avif', quality: 'high' })
  await waitUntil(
    'the conversion to run',
    async () => (await stateOf(visitor, accepted.statusUrl)).status === 'running',
    {
      timeoutMs: 30_000,
    },
  )
  return accepted
}

const jobFolders = () => readdir(join(filesmith.settings.DATA_DIR, 'jobs')).catch(() => [])

test('CONV-19 DELETE: cancels a running conversion without a result or leftovers', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await startSlowConversion(visitor)
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)

  const state = await stateOf(visitor, accepted.statusUrl)
  expect(state).toMatchObject({ status: 'cancelled', downloadUrl: null })
  await waitUntil('the job folder to be removed', async () => (await jobFolders()).length === 0, {
    timeoutMs: 5_000,
  })
  expect((await visitor.fetch(`/api/download/${accepted.id}`)).status).toBe(404)
  expect(await visitor.json('/api/conversions/recent')).toEqual([])
  const { rows } = await database.query('select state from jobs where payload->>$1 = $2', [
    'conversionId',
    accepted.id,
  ])
  expect(rows).toEqual([])
})

test('convert image: a synchronous request answers 409 when its conversion is canceled', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(slowImage, 'noise.jpg')
  const waiting = visitor.fetch('/api/convert/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId, outputFormat: 'avif', quality: 'high' }),
  })
  const id = await waitUntil(
    'the conversion to be stored',
    async () => {
      const { rows } = await database.query('select id from conversions where upload_id = $1', [uploadId])
      return rows[0]?.id as string | undefined
    },
    { timeoutMs: 1_000 },
  )
  await visitor.fetch(`/api/conversions/${id}`, { method: 'DELETE' })
  const response = await waiting
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ code: 'cancelled', message: 'This conversion was canceled.' })
})

test('retry: accepts a canceled conversion, and rejects a finished one', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  await database.query(`update conversions set status = 'cancelled' where id = $1`, [accepted.id])
  expect((await visitor.fetch(`${accepted.statusUrl}/retry`, { method: 'POST' })).status).toBe(202)
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
  expect((await visitor.fetch(`${accepted.statusUrl}/retry`, { method: 'POST' })).status).toBe(409)
})

test('convert image: the job continues when the client of a synchronous request disconnects', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(png, 'kept.png')
  const hangUp = new AbortController()
  const waiting = visitor.fetch('/api/convert/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId, outputFormat: 'tiff' }),
    signal: hangUp.signal,
  })
  await waitUntil(
    'the conversion to be stored',
    async () => {
      const { rowCount } = await database.query('select 1 from conversions where upload_id = $1', [uploadId])
      return rowCount === 1
    },
    { timeoutMs: 1_000 },
  )
  hangUp.abort()
  await waiting.catch(() => undefined)
  await waitUntil(
    'the conversion in the recent list',
    async () =>
      ((await visitor.json('/api/conversions/recent')) as { fileName: string }[]).some(
        item => item.fileName === 'kept.png',
      ),
    { timeoutMs: 10_000 },
  )
})

test('REC-10 DELETE: removes record, result and upload of a finished conversion', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(png, 'a.png')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  await visitor.follow(accepted)
  const { rows } = await database.query('select result_key, input_key from conversions where id = $1', [
    accepted.id,
  ])
  const storage = await createDiskStorage({ rootDir: join(filesmith.settings.DATA_DIR, 'storage') })
  const keys: string[] = [rows[0].result_key, rows[0].input_key]
  for (const key of keys) expect(await storage.stat(key)).toBeDefined()

  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(404)
  expect((await visitor.fetch(`/api/download/${accepted.id}`)).status).toBe(404)
  expect(await visitor.json('/api/conversions/recent')).toEqual([])
  for (const key of keys) expect(await storage.stat(key)).toBeUndefined()
  await storage.close()
})

test('ALLOW-21 sweep: expired conversions and uploads are removed with their bytes', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(png, 'a.png')
  const accepted = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  await visitor.follow(accepted)
  await database.query(`update conversions set expires_at = now() - interval '1 second' where id = $1`, [
    accepted.id,
  ])
  await database.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [
    uploadId,
  ])

  await waitUntil(
    'the conversion to expire',
    async () => (await stateOf(visitor, accepted.statusUrl)).status === 'expired',
    {
      timeoutMs: 15_000,
    },
  )
  expect((await visitor.fetch(`/api/download/${accepted.id}`)).status).toBe(404)
  await waitUntil(
    'the upload to be removed',
    async () => {
      const { rowCount } = await database.query('select 1 from uploads where id = $1', [uploadId])
      return rowCount === 0
    },
    { timeoutMs: 1_000 },
  )
  expect(await visitor.json('/api/conversions/recent')).toMatchObject([{ id: accepted.id, isExpired: true }])
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect(await visitor.json('/api/conversions/recent')).toEqual([])
})

test('recent: does not list failed or canceled conversions, before and after expiry', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await startSlowConversion(visitor)
  await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })
  expect(await visitor.json('/api/conversions/recent')).toEqual([])
  await database.query(`update conversions set expires_at = now() - interval '1 second' where id = $1`, [
    accepted.id,
  ])
  await waitUntil(
    'the conversion to expire',
    async () => (await stateOf(visitor, accepted.statusUrl)).status === 'expired',
    {
      timeoutMs: 15_000,
    },
  )
  expect(await visitor.json('/api/conversions/recent')).toEqual([])
})

test('sweep: removes the records of conversions that expired long ago', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  await visitor.follow(accepted)
  await database.query(`update conversions set expires_at = now() - interval '31 days' where id = $1`, [
    accepted.id,
  ])
  await waitUntil(
    'the conversion to be removed',
    async () => (await visitor.fetch(accepted.statusUrl)).status === 404,
    {
      timeoutMs: 15_000,
    },
  )
})

test('sweep: fails a conversion whose job was lost', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  await visitor.follow(accepted)
  await database.query(
    `update conversions set status = 'running', job_id = gen_random_uuid() where id = $1`,
    [accepted.id],
  )
  await waitUntil(
    'the lost conversion to fail',
    async () => (await stateOf(visitor, accepted.statusUrl)).status === 'failed',
    {
      timeoutMs: 15_000,
    },
  )
  expect((await stateOf(visitor, accepted.statusUrl)).error).toEqual({
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  })
})
