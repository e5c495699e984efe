/** The job queue on a real PostgreSQL: owner limits, priorities, retries and exclusive claims. */
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, prepareDatabase } from '../../packages/server/src/database/database.ts'
import { createTestDatabase } from '../support/create-database.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores

const log = pino({ level: 'silent' })

beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.database.pool.query('delete from conversions; delete from jobs')
})

async function enqueue(
  ownerId: string,
  ownerPlan: PlanId,
  operation: OperationId = 'convert-image',
): Promise<string> {
  const conversion = newConversion({ ownerId, ownerPlan, operation })
  await stores.conversions.enqueue([conversion], {
    day: '2026-03-31',
    perDay: null,
    perMonth: null,
    network: null,
  })
  return conversion.id
}

const enqueueMany = (count: number, owner: string, plan: PlanId, operation?: OperationId) =>
  Promise.all(Array.from({ length: count }, () => enqueue(owner, plan, operation)))

test.each([
  ['free', 1],
  ['basic', 3],
  ['pro', 10],
] as const)(
  'ALLOW-15 claim: an owner on %s runs %i at once with 8 concurrent claimers',
  async (plan, limit) => {
    await enqueueMany(15, 'owner', plan)
    const claims = await Promise.all(Array.from({ length: 8 }, () => stores.claim('short', 5)))
    expect(claims.flat()).toHaveLength(limit)
  },
)

test('ALLOW-15 claim: the owner limit spans both queue classes', async () => {
  await enqueueMany(4, 'owner', 'basic')
  await enqueueMany(4, 'owner', 'basic', 'convert-video')
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, index) => stores.claim(index % 2 === 0 ? 'short' : 'long', 5)),
  )
  expect(claims.flat()).toHaveLength(3)
})

test('claim: short jobs do not wait behind long ones', async () => {
  await Promise.all(['a', 'b', 'c'].map(owner => enqueue(owner, 'free', 'convert-video')))
  const image = await enqueue('d', 'free')
  expect(await stores.claim('long', 2)).toHaveLength(2)
  expect((await stores.claim('short', 2)).map(job => job.payload.conversionId)).toEqual([image])
})

test('ALLOW-15 claim: a completed job frees the owner’s slot', async () => {
  await enqueueMany(2, 'owner', 'free')
  const [first] = await stores.claim('short', 5)
  expect(await stores.claim('short', 5)).toEqual([])
  if (first) await stores.queue.complete(first)
  expect(await stores.claim('short', 5)).toHaveLength(1)
})

test('ALLOW-16 claim: Pro first, then Basic, then Free', async () => {
  const free = await enqueue('anna', 'free')
  const basic = await enqueue('ben', 'basic')
  const pro = await enqueue('cleo', 'pro')
  const order: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const [job] = await stores.claim('short', 1)
    order.push(job?.payload.conversionId ?? '')
  }
  expect(order).toEqual([pro, basic, free])
})

test('claim: concurrent claims never take the same job', async () => {
  for (let owner = 0; owner < 40; owner += 1) await enqueue(`owner-${owner}`, 'free')
  const claims = await Promise.all(Array.from({ length: 10 }, () => stores.claim('short', 7)))
  const ids = claims.flat().map(job => job.payload.conversionId)
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
})

test('retry: the job is retried, and the last attempt is flagged', async () => {
  await enqueue('owner', 'free')
  const seen: boolean[] = []
  for (let tries = 0; tries < 10; tries += 1) {
    const [job] = await stores.claim('short', 1)
    if (!job) break
    seen.push(job.isLastAttempt)
    await stores.queue.retry(job)
    await stores.database.pool.query('update jobs set due_at = now()')
  }
  expect(seen).toEqual([false, false, false, false, false, true])
})

test('renewLease, succeed: a worker that lost its job can neither renew it nor change the record', async () => {
  const id = await enqueue('owner', 'free')
  const [stale] = await stores.claim('short', 1)
  const first = await stores.conversions.begin(id)
  if (!stale || !first) throw new Error('nothing was claimed')
  await stores.queue.retry(stale)
  await stores.database.pool.query('update jobs set due_at = now()')
  const [fresh] = await stores.claim('short', 1)
  const second = await stores.conversions.begin(id)

  expect(await stores.queue.renewLease(stale)).toBe(false)
  expect(
    await stores.conversions.succeed(id, first.attempt, { key: 'results/old', sizeBytes: 1, media: null }),
  ).toBe(false)
  expect(fresh && (await stores.queue.renewLease(fresh))).toBe(true)
  expect(
    await stores.conversions.succeed(id, second?.attempt ?? 0, {
      key: 'results/new',
      sizeBytes: 2,
      media: null,
    }),
  ).toBe(true)
  expect(await stores.conversions.find(id)).toMatchObject({ resultKey: 'results/new', status: 'succeeded' })
})

test('enqueue: job and record are stored in one transaction', async () => {
  await stores.database.pool.query('alter table jobs add constraint refuse check (false) not valid')
  try {
    await expect(enqueue('owner', 'free')).rejects.toThrow()
  } finally {
    await stores.database.pool.query('alter table jobs drop constraint refuse')
  }
  const { rowCount } = await stores.database.pool.query('select 1 from conversions')
  expect(rowCount).toBe(0)
})

test('prepareDatabase: concurrent processes can migrate one empty database', async () => {
  const empty = await createTestDatabase()
  const databases = await Promise.all(
    Array.from({ length: 4 }, () =>
      openDatabase({ url: empty.url, maxConnections: 2, applicationName: 'test', log }),
    ),
  )
  await Promise.all(databases.map(({ pool }) => prepareDatabase(pool)))
  const { rows } = (await databases[0]?.pool.query('select count(*)::int as count from conversions')) ?? {
    rows: [],
  }
  expect(rows).toEqual([{ count: 0 }])
  await Promise.all(databases.map(opened => opened.close()))
  await empty.drop()
})
