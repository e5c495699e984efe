/** Allowance charges with a real worker: kept on success, refunded on failure and cancellation. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Usage } from '@filesmith/contract/schemas/usage'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawNoise, drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { noonClock } from '../support/test-clocks.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let database: pg.Client
let png: Buffer

beforeAll(async () => {
  filesmith = await startFilesmith(
    { PLAN_FREE_PER_DAY: '10', SWEEP_INTERVAL_SECONDS: '1' },
    { clock: noonClock },
  )
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
  png = await drawPng()
})
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

/** All visitors share one address, so tests compare differences. */
async function networkCount(): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum(used), 0)::int as used from usage_counters where holder like 'n\\_%'`,
  )
  return rows[0].used
}

test('ALLOW-07 allowance: a succeeded conversion stays charged, also after its deletion', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('succeeded')
  await expectUsed(visitor, 1)
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(404)
  await expectUsed(visitor, 1)
})

test('ALLOW-07 allowance: a failed conversion is refunded to owner and network', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const before = await networkCount()
  const damaged = Buffer.concat([png.subarray(0, 60), Buffer.alloc(200)])
  const accepted = await visitor.convertAsync(await visitor.upload(damaged, 'a.png'), {
    outputFormat: 'webp',
  })
  expect((await visitor.follow(accepted)).at(-1)?.status).toBe('failed')
  await expectUsed(visitor, 0)
  expect(await networkCount()).toBe(before)

  // Deleting it afterwards does not refund it again.
  await visitor.convertAsync(await visitor.upload(png, 'b.png'), { outputFormat: 'webp' })
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  await expectUsed(visitor, 1)
})

test('ALLOW-07 allowance: a canceled conversion is refunded, running or queued, and charged again on retry', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const noise = await visitor.upload(await drawNoise(2400, 1800), 'noise.jpg')
  const running = await visitor.convertAsync(noise, { outputFormat: 'avif', quality: 'high' })
  await waitUntil(
    'the conversion to run',
    async () => (await stateOf(visitor, running.statusUrl)).status === 'running',
    {
      timeoutMs: 30_000,
    },
  )
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

test('ALLOW-07 ALLOW-13 retry: answers 429 when the allowance is used up, and leaves the conversion unchanged', async () => {
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

test('ALLOW-07 allowance: a conversion lost by the queue is refunded', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
  await visitor.follow(accepted)
  await expectUsed(visitor, 1)
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
  await expectUsed(visitor, 0)
})

test('sweep: deletes usage counters older than two months', async () => {
  await database.query(
    `insert into usage_counters values ('v_old', 'day', current_date - 64, 3), ('v_old', 'day', current_date - 60, 4)`,
  )
  const left = () => database.query(`select used from usage_counters where holder = 'v_old'`)
  await waitUntil('the sweep of old counters', async () => (await left()).rowCount === 1, {
    timeoutMs: 15_000,
  })
  expect((await left()).rows).toEqual([{ used: 4 }])
})
