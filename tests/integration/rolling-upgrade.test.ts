/** Rolling upgrade: this version next to a newer one, with a newer schema, additional job fields and unknown kinds. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../packages/server/src/database/database.ts'
import { loadLiveWorkers } from '../../packages/server/src/domain/engines/workers.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

test('prepareDatabase: starts on a newer schema', async () => {
  const { pool } = stores.database
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [
    Date.now() + 365 * 24 * 60 * 60 * 1000,
  ])
  await pool.query('alter table conversions add column newer text; alter table jobs add column newer text')
  await prepareDatabase(pool)
  const conversion = newConversion({ ownerId: 'one' })
  const charge = { day: '2026-03-31', perDay: null, perMonth: null, network: null }
  expect(await stores.conversions.enqueue([conversion], charge)).toBe('queued')
})

test('claim: accepts jobs with unknown fields', async () => {
  await stores.database.pool.query(`update jobs set payload = payload || '{"newer": true}'`)
  const [job] = await stores.claim('short', 1)
  expect(job).toMatchObject({ attempt: 1 })
})

test('workers.announce: accepts unknown engines and missing fields of other versions', async () => {
  const older = { engine: 'sharp', isAvailable: true, reason: null }
  await stores.workers.announce(randomUUID(), [older])
  await stores.workers.announce(randomUUID(), [{ ...older, engine: 'hologram', queueClasses: ['long'] }])
  const { kinds, hasEngine } = await loadLiveWorkers(stores)
  expect(kinds).toContainEqual({ engines: new Set(['sharp']), queueClasses: ['short', 'long'] })
  expect([hasEngine('hologram'), hasEngine('ffmpeg')]).toEqual([true, false])
})

test('claim: leaves a job of an unknown kind for a newer version', async () => {
  const { pool } = stores.database
  await pool.query(
    `insert into jobs (id, queue, payload, retries_left) values ($1, 'send-mail', '{"kind": "newer"}', 8)`,
    [randomUUID()],
  )
  await expect(stores.queue.claim('send-mail', [])).rejects.toMatchObject({ code: 'internal' })
  const { rows } = await pool.query(`select state, retries_left from jobs where queue = 'send-mail'`)
  expect(rows).toEqual([{ state: 'waiting', retries_left: 7 }])
})
