/** Workers with different engines on one queue: claims by engines, common order and common owner limits. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EngineReport } from '../../packages/server/src/database/schema.ts'
import type { WorkerRegistry } from '../../packages/server/src/database/worker-registry.ts'
import { failStrandedConversions } from '../../packages/server/src/domain/conversions/conversions.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
const workerWith = (...engines: string[]) => ({
  claim: (queueClass: QueueClass, count: number) => stores.claim(queueClass, count, engines),
})
const images = workerWith('sharp', 'magick')
const videos = workerWith('ffmpeg', 'gif')

beforeAll(async () => {
  stores = await openStores({ maxConnections: 4 })
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.database.pool.query('delete from conversions; delete from jobs')
})

interface Wanted {
  owner?: string
  plan?: PlanId
  operation?: OperationId
}

let lastOwner = 0

async function enqueue(engines: readonly string[], { owner, plan = 'free', operation }: Wanted = {}) {
  const conversion = newConversion({
    ownerId: owner ?? `owner-${++lastOwner}`,
    ownerPlan: plan,
    engines,
    ...(operation && { operation }),
  })
  const charge = { day: '2026-03-31', perDay: null, perMonth: null, network: null }
  await stores.conversions.enqueue([conversion], charge)
  return conversion.id
}

const idsOf = (jobs: readonly { payload: { conversionId: string } }[]) =>
  jobs.map(job => job.payload.conversionId)

test('claim: takes only jobs for which the worker has all engines', async () => {
  const both = await enqueue(['sharp', 'ffmpeg'])
  const image = await enqueue(['sharp'])
  const audio = await enqueue(['ffmpeg'])
  const withoutEngines = await enqueue([])
  expect(idsOf(await images.claim('short', 9)).sort()).toEqual([image, withoutEngines].sort())
  expect(idsOf(await videos.claim('short', 9))).toEqual([audio])
  expect(idsOf(await stores.claim('short', 9))).toEqual([both])
})

test('claim: plan priority applies across queues of different engines', async () => {
  const order: string[] = []
  const expected = [
    await enqueue(['magick', 'sharp'], { plan: 'free' }),
    await enqueue(['sharp'], { plan: 'basic' }),
    await enqueue(['magick'], { plan: 'pro' }),
  ].reverse()
  for (let count = 0; count < 3; count += 1) order.push(...idsOf(await images.claim('short', 1)))
  expect(order).toEqual(expected)
})

test('ALLOW-15 claim: the owner limit spans queue classes and worker classes with 9 concurrent claimers', async () => {
  for (let count = 0; count < 4; count += 1) {
    await enqueue(['sharp'], { owner: 'one', plan: 'basic' })
    await enqueue(['ffmpeg'], { owner: 'one', plan: 'basic' })
    await enqueue(['ffmpeg'], { owner: 'one', plan: 'basic', operation: 'convert-video' })
  }
  const claims = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      index % 3 === 0 ? images.claim('short', 4) : videos.claim(index % 3 === 1 ? 'short' : 'long', 4),
    ),
  )
  expect(claims.flat()).toHaveLength(3)
})

test('claim: jobs of other engines in front do not block a worker, and few connections do not deadlock', async () => {
  const fresh = ['speech', 'pdf'].map(engine => workerWith(engine, 'ocr'))
  const wanted = [await enqueue(['speech', 'ocr']), await enqueue(['pdf', 'ocr'])]
  const claims = await Promise.all(
    fresh.flatMap(worker => [worker.claim('short', 2), worker.claim('long', 2)]),
  )
  expect(idsOf(claims.flat()).sort()).toEqual(wanted.sort())
})

test('cancel: removes a queued job', async () => {
  expect(await stores.conversions.cancel(await enqueue(['magick']))).toBe(true)
  expect(await images.claim('short', 5)).toEqual([])
  expect(await stores.conversions.listLost(5)).toEqual([])
})

test('requeue: a job released at shutdown keeps its attempt count and position', async () => {
  const first = await enqueue(['sharp'])
  const [job] = await images.claim('short', 1)
  if (!job) throw new Error('nothing was claimed')
  await enqueue(['sharp'])
  await stores.queue.requeue(job)
  const [again] = await images.claim('short', 1)
  expect(again).toMatchObject({ payload: { conversionId: first }, isLastAttempt: false })
  const left = await stores.database.pool.query('select retries_left from jobs where id = $1', [job.id])
  expect(left.rows).toEqual([{ retries_left: 5 }])
  // A worker that lost the job cannot release it for the current one.
  if (again) await stores.queue.retry(again)
  await stores.queue.requeue(job)
  const { rows } = await stores.database.pool.query(
    'select retries_left, due_at > now() as pausing from jobs where id = $1',
    [job.id],
  )
  expect(rows).toEqual([{ retries_left: 4, pausing: true }])
})

const report = (engine: string): EngineReport => ({ engine, isAvailable: true, reason: null })

test('failStrandedConversions: fails jobs without a capable worker after an hour', async () => {
  const video = await enqueue(['ffmpeg'], { operation: 'convert-video' })
  const image = await enqueue(['sharp'])
  const alive = (...engines: string[]) =>
    failStrandedConversions({
      conversions: stores.conversions,
      workers: {
        listWorkers: async () => (engines.length ? [engines.map(report)] : []),
      } as Partial<WorkerRegistry> as WorkerRegistry,
    })
  expect(await alive('sharp')).toBe(0)
  await stores.database.pool.query(`update jobs set due_at = now() - interval '61 minutes'`)
  expect(await alive()).toBe(0)
  expect(await alive('sharp', 'ffmpeg')).toBe(0)
  expect(await alive('sharp')).toBe(1)
  expect(await stores.conversions.find(video)).toMatchObject({
    status: 'failed',
    errorCode: 'engine-missing',
    errorParams: { tool: 'Video conversion' },
  })
  expect(await stores.conversions.find(image)).toMatchObject({ status: 'queued' })
  // A worker that starts later finds nothing to do.
  const [job] = await videos.claim('long', 1)
  expect(job && (await stores.conversions.begin(job.payload.conversionId))).toBeUndefined()
})
