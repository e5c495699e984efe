/** Jobs that the previous version queued with pg-boss: adopted once its workers are gone, each exactly once. */
import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOlderJobs } from '../../packages/server/src/database/adopt-older-jobs.ts'
import type { EngineReport } from '../../packages/server/src/database/schema.ts'
import type { WorkerRegistry } from '../../packages/server/src/database/worker-registry.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

const log = pino({ level: 'silent' })
let stores: TestStores
let boss: PgBoss

beforeAll(async () => {
  stores = await openStores()
  boss = new PgBoss({
    db: { executeSql: async (text, values) => stores.database.pool.query(text, values) },
    schedule: false,
    supervise: false,
  })
  await boss.start()
  for (const name of ['convert-short/magick.sharp', 'convert-long/any', 'mails', 'inspections'])
    await boss.createQueue(name, { heartbeatSeconds: 10 })
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await stores.close()
})
beforeEach(async () => {
  await stores.database.pool.query('delete from jobs')
})

const report: EngineReport = { engine: 'sharp', isAvailable: true, reason: null }
const newWorkers: Pick<WorkerRegistry, 'listWorkers'> = {
  listWorkers: async () => [[{ ...report, hasJobQueue: true }]],
}
const oldWorkers: Pick<WorkerRegistry, 'listWorkers'> = {
  listWorkers: async () => [[report], [{ ...report, hasJobQueue: true }]],
}

async function adopt(workers = newWorkers): Promise<number> {
  const older = await openOlderJobs(stores.database, workers, log)
  const count = await older?.adopt()
  await older?.close()
  return count ?? -1
}

test('openOlderJobs: finds nothing in a database that no earlier version has used', async () => {
  const fresh = await openStores()
  expect(await openOlderJobs(fresh.database, newWorkers, log)).toBeUndefined()
  await fresh.close()
})

test('adopt: keeps id, engines, priority and owner limit of conversions', async () => {
  const conversionId = randomUUID()
  const id = randomUUID()
  await boss.send(
    'convert-short/magick.sharp',
    { conversionId },
    { id, priority: 10, group: { id: 'v_1', tier: 'basic' } },
  )
  expect(await adopt()).toBe(1)
  const { rows } = await stores.database.pool.query(
    'select id, queue, engines, priority, owner, owner_limit from jobs',
  )
  expect(rows).toEqual([
    { id, queue: 'convert-short', engines: 'magick.sharp', priority: 10, owner: 'v_1', owner_limit: 3 },
  ])
  expect(await stores.claim('short', 1, ['ffmpeg'])).toEqual([])
  expect(await stores.claim('short', 1)).toMatchObject([{ id, payload: { conversionId } }])
})

test('adopt: takes over mails and jobs without engines', async () => {
  const mail = { kind: 'reset-password', email: 'anna@example.org' }
  await boss.send('mails', mail)
  await boss.send('convert-long/any', { conversionId: randomUUID() }, { group: { id: 'v_2', tier: 'free' } })
  expect(await adopt()).toBe(2)
  expect(await stores.queue.claim('send-mail', [])).toMatchObject({ payload: mail })
  expect(await stores.claim('long', 1, [])).toHaveLength(1)
})

test('adopt: leaves everything to workers of the previous version while one is alive', async () => {
  await boss.send('mails', { kind: 'reset-password', email: 'ben@example.org' })
  expect(await adopt(oldWorkers)).toBe(0)
  expect(await adopt()).toBe(1)
})

test('adopt: two workers at once adopt each job once', async () => {
  for (let count = 0; count < 250; count += 1)
    await boss.send('mails', { kind: 'reset-password', email: `${count}@example.org` })
  const counts = await Promise.all([adopt(), adopt(), adopt()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250)
  const { rows } = await stores.database.pool.query('select count(*)::int as count from jobs')
  expect(rows).toEqual([{ count: 250 }])
})

test('adopt: takes over the job of a dead worker after its heartbeat expired', async () => {
  await boss.send('convert-long/any', { conversionId: randomUUID() }, { group: { id: 'v_3', tier: 'free' } })
  const [claimed] = await boss.fetch('convert-long/any')
  expect(await adopt()).toBe(0)
  // As if the worker had been dead for a minute.
  await boss.fail('convert-long/any', claimed?.id ?? '')
  await expect.poll(() => adopt(), { timeout: 20_000 }).toBe(1)
})
