/** Rolling upgrade: this version next to a newer one, with a newer schema, additional job fields and unknown kinds. */
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '../../packages/server/src/adapters/postgres/database.ts'
import { startBoss } from '../../packages/server/src/adapters/postgres/job-boss.ts'
import { createPostgresMailQueue } from '../../packages/server/src/adapters/postgres/postgres-mail-queue.ts'
import { loadLiveWorkers } from '../../packages/server/src/domain/engines/live-workers.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
const log = pino({ level: 'silent' })

beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

test('prepareDatabase: starts on a newer schema of Filesmith and pg-boss', async () => {
  const { pool } = stores.database
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [
    Date.now() + 365 * 24 * 60 * 60 * 1000,
  ])
  await pool.query(
    'alter table conversions add column newer text; update pgboss.version set version = version + 1',
  )
  const boss = await prepareDatabase(pool, () => startBoss(pool, { isSupervisor: false, log }))
  await boss.stop({ graceful: false })
  await pool.query('update pgboss.version set version = version - 1')
  const conversion = newConversion({ ownerId: 'one' })
  const charge = { day: '2026-03-31', perDay: null, perMonth: null, network: null }
  expect(await stores.conversions.enqueue([conversion], charge)).toBe('queued')
})

test('claim: accepts jobs with unknown fields', async () => {
  await stores.database.pool.query(`update pgboss.job set data = data || '{"newer": true}'`)
  const [job] = await stores.queue.claim('short', 1)
  expect(job).toMatchObject({ retryCount: 0 })
})

test('workers.announce: accepts unknown engines and missing fields of other versions', async () => {
  const older = { engine: 'sharp', isAvailable: true, reason: null }
  await stores.workers.announce(randomUUID(), [older])
  await stores.workers.announce(randomUUID(), [{ ...older, engine: 'hologram', queueClasses: ['long'] }])
  const { kinds, hasEngine } = await loadLiveWorkers(stores)
  expect(kinds).toContainEqual({ engines: new Set(['sharp']), queueClasses: ['short', 'long'] })
  expect([hasEngine('hologram'), hasEngine('ffmpeg')]).toEqual([true, false])
})

test('mails.claim: leaves a mail of an unknown kind for a newer version', async () => {
  const { pool } = stores.database
  const boss = await startBoss(pool, { isSupervisor: false, log })
  const mails = createPostgresMailQueue(boss, {
    publish: async () => undefined,
    subscribe: () => () => undefined,
  })
  await boss.send('mails', { kind: 'newer' })
  await expect(mails.claim()).rejects.toMatchObject({ code: 'internal' })
  const { rows } = await pool.query(`select state from pgboss.job where name = 'mails'`)
  expect(rows).toEqual([{ state: 'retry' }])
  await boss.stop({ graceful: false })
})
