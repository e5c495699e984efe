/** What a conversion was charged, with a real worker: kept when it succeeds, given back when it fails or is cancelled. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Usage } from '@filesmith/contract/schemas/usage'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { awayFromMidnight, beginsTimeoutMs } from '../support/away-from-midnight.ts'
import { drawNoise, drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let database: pg.Client
let png: Buffer

beforeAll(async () => {
  await awayFromMidnight()
  filesmith = await startFilesmith({ PLAN_FREE_PER_DAY: '10', SWEEP_INTERVAL_SECONDS: '1' })
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
  png = await drawPng()
}, beginsTimeoutMs)
afterAll(async () => {
  await database.end()
  await filesmith.stop()
})

const stateOf = (visitor: Visitor, statusUrl: string) => visitor.json<ConversionState>(statusUrl)
const usageOf = (visitor: Visitor) => visitor.json<Usage>('/api/usage')

async function expectUsed(visitor: Visitor, used: number): Promise<void> {
  const { today, month, days } = await usageOf(visitor)
  expect([today.used, month.used, days.at(-1)?.conversions]).toEqual([used, used, used])
  expect([today.remaining, month.remaining]).toEqual([10 - used, 300 - used])
}

/** All visitors here share one address, so its count is looked at as a difference. */
async function networkCount(): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum(used), 0)::int as used from usage_counters where holder like 'n\\_%'`,
  )
  return rows[0].used
}

test('ALLOW-07 one that succeeds stays charged, also when its owner deletes it', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
  await expectUsed(visitor, 1)
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(404)
  await expectUsed(visitor, 1)
})

test('ALLOW-07 one that fails is given back, to the network too', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const before = await networkCount()
  const damaged = Buffer.concat([png.subarray(0, 60), Buffer.alloc(200)])
  const accepted = await visitor.convertAsync(await visitor.upload(damaged, 'a.png'), {
    outputFormat: 'webp',
  })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('failed')
  await expectUsed(visitor, 0)
  expect(await networkCount()).toBe(before)

  // Deleting it afterwards gives nothing back a second time.
  await visitor.convertAsync(await visitor.upload(png, 'b.png'), { outputFormat: 'webp' })
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  await expectUsed(visitor, 1)
})

test('ALLOW-07 one that is cancelled is given back, running or waiting, and charged again by a new try', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const noise = await visitor.upload(await drawNoise(4000, 3000), 'noise.jpg')
  const running = await visitor.convertAsync(noise, { outputFormat: 'avif', quality: 'high' })
  await vi.waitUntil(async () => (await stateOf(visitor, running.statusUrl)).status === 'running', {
    timeout: 30_000,
  })
  const small = await visitor.upload(png, 'a.png')
  const waiting = await visitor.convertAsync(small, { outputFormat: 'webp' })
  expect((await stateOf(visitor, waiting.statusUrl)).status).toBe('queued')
  await expectUsed(visitor, 2)

  await visitor.fetch(waiting.statusUrl, { method: 'DELETE' })
  await expectUsed(visitor, 1)
  await visitor.fetch(running.statusUrl, { method: 'DELETE' })
  await expectUsed(visitor, 0)

  expect((await visitor.fetch(`${waiting.statusUrl}/retry`, { method: 'POST' })).status).toBe(202)
  await expectUsed(visitor, 1)
  expect((await visitor.follow(waiting)).at(-1)?.status).toBe('succeeded')
  await expectUsed(visitor, 1)
})

test('ALLOW-07 ALLOW-13 a new try is refused with 429 when nothing is left, and stays what it was', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(png, 'a.png')
  const cancelled = await visitor.convertAsync(uploadId, { outputFormat: 'webp' })
  await visitor.follow(cancelled)
  await database.query(`update conversions set status = 'cancelled' where id = $1`, [cancelled.id])
  await database.query(
    `update usage_counters set used = 10 where holder = (select owner_id from conversions where id = $1)
       and period = 'day'`,
    [cancelled.id],
  )
  const refused = await visitor.fetch(`${cancelled.statusUrl}/retry`, { method: 'POST' })
  expect(refused.status).toBe(429)
  expect(((await refused.json()) as { message: string }).message).toMatch(
    /^You've used all 10 of today's conversions\. /,
  )
  expect((await stateOf(visitor, cancelled.statusUrl)).status).toBe('cancelled')
})

test('ALLOW-07 one that the queue has lost is given back', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  await visitor.follow(accepted)
  await expectUsed(visitor, 1)
  await database.query(
    `update conversions set status = 'running', job_id = gen_random_uuid() where id = $1`,
    [accepted.id],
  )
  await vi.waitUntil(async () => (await stateOf(visitor, accepted.statusUrl)).status === 'failed', {
    timeout: 15_000,
  })
  await expectUsed(visitor, 0)
})

test('counters older than two months are swept away', async () => {
  await database.query(
    `insert into usage_counters values ('v_old', 'day', current_date - 64, 3), ('v_old', 'day', current_date - 60, 4)`,
  )
  const left = () => database.query(`select used from usage_counters where holder = 'v_old'`)
  await vi.waitUntil(async () => (await left()).rowCount === 1, { timeout: 15_000 })
  expect((await left()).rows).toEqual([{ used: 4 }])
})
