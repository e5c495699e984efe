/** Allowance counters on a real PostgreSQL: charged and refunded exactly once, across midnight and under concurrency. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Charge } from '../../packages/server/src/database/allowance-store.ts'
import { requestBatchConversion } from '../../packages/server/src/domain/batches/batches.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores

beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const day = '2026-03-31'
const newVisitor = () => `v_${randomUUID()}`
const plenty: Charge = { day, perDay: 100, perMonth: 3000, network: null }
const internal = { code: 'internal' as const, params: {} }

async function accept(ownerId: string, charge: Charge = plenty): Promise<string> {
  const conversion = newConversion({ ownerId })
  expect(await stores.conversions.enqueue([conversion], charge)).toBe('queued')
  return conversion.id
}

async function usedBy(holder: string): Promise<Record<string, number>> {
  const { rows } = await stores.database.pool.query<{ counter: string; used: number }>(
    `select period || ' ' || starts_on as counter, used from usage_counters where holder = $1`,
    [holder],
  )
  return Object.fromEntries(rows.map(({ counter, used }) => [counter, used]))
}

test('ALLOW-07 cancel, fail: concurrent calls refund once', async () => {
  const owner = newVisitor()
  await accept(owner)
  const ids = await Promise.all(Array.from({ length: 20 }, () => accept(owner)))
  const outcomes = await Promise.all(
    ids.flatMap(id => [
      stores.conversions.cancel(id),
      stores.conversions.fail(id, 0, internal),
      stores.conversions.cancel(id),
    ]),
  )
  expect(outcomes.filter(isEnded => isEnded)).toHaveLength(20)
  expect(await usedBy(owner)).toEqual({ 'day 2026-03-31': 1, 'month 2026-03-01': 1 })
})

test('ALLOW-07 cancel: after midnight refunds the day and month that were charged', async () => {
  const owner = newVisitor()
  const address = randomUUID()
  const network = { addressHash: address, perDay: 100 }
  const old = await accept(owner, { ...plenty, network })
  await accept(owner, { ...plenty, day: '2026-04-01', network })
  await stores.conversions.cancel(old)
  expect(await usedBy(owner)).toEqual({
    'day 2026-03-31': 0,
    'month 2026-03-01': 0,
    'day 2026-04-01': 1,
    'month 2026-04-01': 1,
  })
  expect(await usedBy(`n_${address}`)).toEqual({ 'day 2026-03-31': 0, 'day 2026-04-01': 1 })
})

test('ALLOW-04 enqueue: the daily counter resets at midnight, the monthly one does not', async () => {
  const owner = newVisitor()
  const one = { ...plenty, day: '2026-03-30', perDay: 1, perMonth: 2 }
  await accept(owner, one)
  expect(await stores.conversions.enqueue([newConversion({ ownerId: owner })], one)).toBe('day-full')
  await accept(owner, { ...one, day: '2026-03-31' })
  expect(
    await stores.conversions.enqueue([newConversion({ ownerId: owner })], { ...one, day: '2026-03-31' }),
  ).toBe('day-full')
  expect(
    await stores.conversions.enqueue([newConversion({ ownerId: owner })], {
      ...one,
      day: '2026-03-29',
    }),
  ).toBe('month-full')
  await accept(owner, { ...one, day: '2026-04-01' })
})

test('ALLOW-07 waitAgain: a requeued attempt neither charges nor refunds', async () => {
  const owner = newVisitor()
  const id = await accept(owner)
  const first = await stores.conversions.begin(id)
  await stores.conversions.requeue(id, first?.attempt ?? 0)
  const second = await stores.conversions.begin(id)
  const result = { key: 'results/x', sizeBytes: 1, media: null }
  expect(await stores.conversions.succeed(id, second?.attempt ?? 0, result)).toBe(true)
  // A worker whose lease was lost changes nothing.
  expect(await stores.conversions.fail(id, first?.attempt ?? 0, internal)).toBe(false)
  expect(await usedBy(owner)).toEqual({ 'day 2026-03-31': 1, 'month 2026-03-01': 1 })
})

test('ALLOW-07 enqueueAgain: charges once, and only if allowance is left', async () => {
  const owner = newVisitor()
  const two = { ...plenty, perDay: 2 }
  const renewed = {
    ownerPlan: 'free' as const,
    expiresAt: new Date(Date.now() + 3_600_000),
    operation: 'convert-image' as const,
    originalSize: 1,
    engines: ['sharp'],
  }
  const id = await accept(owner, two)
  await stores.conversions.cancel(id)
  const again = await Promise.all(
    Array.from({ length: 5 }, () => stores.conversions.enqueueRetry(id, renewed, two)),
  )
  expect(again.sort()).toEqual(['not-retryable', 'not-retryable', 'not-retryable', 'not-retryable', 'queued'])
  expect(await usedBy(owner)).toMatchObject({ 'day 2026-03-31': 1 })

  await stores.conversions.cancel(id)
  await accept(owner, two)
  await accept(owner, two)
  expect(await stores.conversions.enqueueRetry(id, renewed, two)).toBe('day-full')
  expect(await stores.conversions.find(id)).toMatchObject({ status: 'cancelled' })
  expect(await usedBy(owner)).toMatchObject({ 'day 2026-03-31': 2 })
})

test('ALLOW-08 enqueue: concurrent owners never exceed the limit of their network', async () => {
  const network = { addressHash: randomUUID(), perDay: 10 }
  const owners = Array.from({ length: 40 }, newVisitor)
  const outcomes = await Promise.all(
    owners.map(ownerId => stores.conversions.enqueue([newConversion({ ownerId })], { ...plenty, network })),
  )
  expect(outcomes.filter(outcome => outcome === 'queued')).toHaveLength(10)
  expect(outcomes.filter(outcome => outcome === 'network-full')).toHaveLength(30)
  const counts = await Promise.all(owners.map(async owner => (await usedBy(owner))['day 2026-03-31'] ?? 0))
  expect(counts.reduce((sum, count) => sum + count)).toBe(10)
})

test('ALLOW-08 enqueue: more concurrent requests than connections do not deadlock', async () => {
  const fresh = await openStores({ maxConnections: 2 })
  try {
    const ownerId = newVisitor()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        fresh.conversions.enqueue([newConversion({ ownerId })], { ...plenty, perDay: 10 }),
      ),
    )
    expect(outcomes.filter(outcome => outcome === 'queued')).toHaveLength(10)
    expect(outcomes.filter(outcome => outcome === 'day-full')).toHaveLength(10)
  } finally {
    await fresh.close()
  }
})

test('ALLOW-04 enqueue: without a limit accepts and counts everything', async () => {
  const owner = `u_${randomUUID()}`
  const unlimited = { day, perDay: null, perMonth: null, network: null }
  await Promise.all(Array.from({ length: 60 }, () => accept(owner, unlimited)))
  expect(await stores.allowances.read(owner, day, '2026-03-01')).toEqual({
    inMonth: 60,
    byDay: new Map([[day, 60]]),
  })
})

async function uploadsOf(ownerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const moment = new Date()
  for (const id of ids) {
    const upload = {
      id,
      ownerId,
      operation: 'convert-image' as const,
      fileName: 'a.png',
      declaredBytes: 10,
      storageKey: `uploads/${id}`,
      networkHash: null,
      format: 'png' as const,
      inspection: null,
      createdAt: moment,
      completedAt: moment,
      expiresAt: new Date(moment.getTime() + 3_600_000),
    }
    await stores.uploads.reserve(upload, { isResumable: false, limits: null })
  }
  return ids
}

const toWebp = { fileType: 'images', targetFormat: 'webp' } as const
const secretBox = { seal: (secret: string) => secret, open: (sealed: string) => sealed }

test('ALLOW-06 requestBatchConversion: charges per file, all or nothing', async () => {
  const requester = { owner: { id: newVisitor(), plan: 'free' as const }, addressHash: randomUUID() }
  const deps = {
    ...stores,
    secretBox,
    now: () => new Date('2026-03-31T12:00:00Z'),
    allowanceLimits: { perDay: { free: 7, basic: 50, pro: null, private: null }, addressPerDay: 100 },
  }
  const five = await uploadsOf(requester.owner.id, 5)

  await requestBatchConversion(deps, requester, { ...toWebp, uploadIds: five })
  await expect(requestBatchConversion(deps, requester, { ...toWebp, uploadIds: five })).rejects.toMatchObject(
    {
      code: 'allowance-too-small',
      message:
        "These 5 files need 5 conversions, but you only have 2 of today's 7 left. Your limit resets in 12 hours, at midnight UTC.",
    },
  )
  expect(await usedBy(requester.owner.id)).toEqual({ 'day 2026-03-31': 5, 'month 2026-03-01': 5 })
  await requestBatchConversion(deps, requester, { ...toWebp, uploadIds: five.slice(0, 2) })
  await expect(requestBatchConversion(deps, requester, { ...toWebp, uploadIds: five })).rejects.toMatchObject(
    {
      code: 'allowance-used',
      message: "You've used all 7 of today's conversions. Your limit resets in 12 hours, at midnight UTC.",
    },
  )
  const page = { after: null, limit: 100 }
  expect(await stores.conversions.listPast(requester.owner.id, {}, page)).toHaveLength(7)
})

test('ALLOW-06 requestBatchConversion: rejects a first batch larger than the daily allowance', async () => {
  const requester = { owner: { id: newVisitor(), plan: 'free' as const }, addressHash: randomUUID() }
  const deps = {
    ...stores,
    secretBox,
    now: () => new Date('2026-03-31T12:00:00Z'),
    allowanceLimits: { perDay: { free: 4, basic: 50, pro: null, private: null }, addressPerDay: 100 },
  }
  const five = await uploadsOf(requester.owner.id, 5)
  await expect(requestBatchConversion(deps, requester, { ...toWebp, uploadIds: five })).rejects.toMatchObject(
    {
      code: 'allowance-too-small',
    },
  )
  expect(await usedBy(requester.owner.id)).toEqual({})
})

test('ALLOW-06 requestBatchConversion: a missing file rejects the batch without a charge', async () => {
  const requester = { owner: { id: newVisitor(), plan: 'free' as const }, addressHash: randomUUID() }
  const deps = {
    ...stores,
    secretBox,
    now: () => new Date('2026-03-31T12:00:00Z'),
    allowanceLimits: { perDay: { free: 10, basic: 50, pro: null, private: null }, addressPerDay: 100 },
  }
  const uploadIds = [...(await uploadsOf(requester.owner.id, 4)), randomUUID()]
  await expect(requestBatchConversion(deps, requester, { ...toWebp, uploadIds })).rejects.toMatchObject({
    code: 'upload-not-found',
  })
  expect(await usedBy(requester.owner.id)).toEqual({})
})

test('REC-09 moveOwned: moves conversions, uploads and charges to the account, which gets later refunds', async () => {
  const visitor = newVisitor()
  const account = { id: `u_${randomUUID()}`, plan: 'basic' as const }
  const network = { addressHash: randomUUID(), perDay: 100 }
  const [upload] = await uploadsOf(visitor, 1)
  const id = await accept(visitor, { ...plenty, network })
  await accept(visitor, { ...plenty, day: '2026-03-30', network })
  await accept(account.id)

  await Promise.all([
    stores.conversions.moveOwned(visitor, account),
    stores.conversions.moveOwned(visitor, account),
  ])
  expect(await stores.conversions.findOwned(id, visitor)).toBeUndefined()
  expect(await stores.conversions.findOwned(id, account.id)).toMatchObject({ ownerPlan: 'basic' })
  expect(await stores.uploads.find(upload ?? '', account.id)).toBeDefined()
  expect(await usedBy(visitor)).toEqual({})
  expect(await usedBy(account.id)).toEqual({
    'day 2026-03-30': 1,
    'day 2026-03-31': 2,
    'month 2026-03-01': 3,
  })

  await stores.conversions.cancel(id)
  expect(await usedBy(account.id)).toMatchObject({ 'day 2026-03-31': 1, 'month 2026-03-01': 2 })
  expect(await usedBy(`n_${network.addressHash}`)).toEqual({ 'day 2026-03-30': 1, 'day 2026-03-31': 0 })
})

test('ALLOW-15 moveOwned: running jobs of the visitor count towards the account’s concurrency limit', async () => {
  await stores.database.pool.query('delete from jobs')
  const visitor = newVisitor()
  const account = { id: `u_${randomUUID()}`, plan: 'free' as const }
  await accept(visitor)
  expect(await stores.claim('short', 5)).toHaveLength(1)
  await accept(visitor)
  await accept(account.id)
  await stores.conversions.moveOwned(visitor, account)
  expect(await stores.claim('short', 5)).toEqual([])
})

test('removeBefore: deletes old counters', async () => {
  const owner = newVisitor()
  await accept(owner, { ...plenty, day: '2025-12-31' })
  await accept(owner)
  await stores.allowances.removeBefore('2026-01-28')
  expect(await usedBy(owner)).toEqual({ 'day 2026-03-31': 1, 'month 2026-03-01': 1 })
})
