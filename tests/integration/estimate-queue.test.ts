/** The queue of GIF size estimates on a real PostgreSQL: claimed once, one per owner, removed afterwards. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresEstimateQueue } from '../../packages/server/src/adapters/postgres/postgres-estimate-queue.ts'
import type { EstimateQueue } from '../../packages/server/src/ports/estimate-queue.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let queue: EstimateQueue
const published: string[] = []
beforeAll(async () => {
  stores = await openStores()
  const publish = async (topic: string, id: string) => void published.push(`${topic} ${id}`)
  queue = createPostgresEstimateQueue(stores.database, { publish })
})
afterAll(() => stores.close())
beforeEach(async () => {
  await queue.removeBefore(new Date(Date.now() + 60_000))
  published.length = 0
})

const step = { ability: 'gif-create', from: 'mp4', to: 'gif', options: { width: 320 } } as const

async function enqueue(ownerId: string): Promise<string> {
  const id = randomUUID()
  await queue.enqueue({ id, ownerId, step, files: [{ inputKey: 'uploads/1', name: 'video.mp4' }] })
  return id
}

test('claim: takes the oldest estimate, each by one worker', async () => {
  const ids = [await enqueue('v_1'), await enqueue('v_2')]
  const claimed = await Promise.all([queue.claim(), queue.claim(), queue.claim()])
  expect(claimed.flatMap(estimate => estimate?.id ?? []).sort()).toEqual(ids.sort())
  expect(claimed.find(estimate => estimate?.ownerId === 'v_1')).toMatchObject({ step, status: 'working' })
})

test('enqueue: a new estimate replaces the owner’s previous one, also while a worker processes it', async () => {
  const first = await enqueue('v_1')
  await queue.claim()
  const second = await enqueue('v_1')
  expect(published).toContain(`estimate-changed ${first}`)
  expect(await queue.find(first)).toBeUndefined()
  expect(await queue.answer(first, { bytes: 1000, frames: 18 })).toBe(false)
  expect(await queue.find(second)).toMatchObject({ status: 'waiting', bytes: null })
  const both = await Promise.all([enqueue('v_1'), enqueue('v_1')])
  const left = await Promise.all(both.map(id => queue.find(id)))
  expect(left.filter(estimate => estimate !== undefined)).toHaveLength(1)
})

test('answer, fail: results stay until they are removed', async () => {
  const [answered, failed] = [await enqueue('v_1'), await enqueue('v_2')]
  expect(await queue.answer(answered, { bytes: 1000, frames: 18 })).toBe(false)
  await queue.claim()
  await queue.claim()
  expect(await queue.answer(answered, { bytes: 1000, frames: 18 })).toBe(true)
  expect(await queue.fail(failed, { code: 'file-damaged', params: { format: 'MP4' } })).toBe(true)
  expect(await queue.find(answered)).toMatchObject({ status: 'done', bytes: 1000, frames: 18 })
  expect(await queue.find(failed)).toMatchObject({ status: 'failed', errorCode: 'file-damaged' })
  await queue.remove(answered)
  expect(await queue.find(answered)).toBeUndefined()
  expect(await queue.claim()).toBeUndefined()
})
