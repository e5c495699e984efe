/** The desk of estimates in a real database: one worker each, one of each owner, nothing stays. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresEstimateQueue } from '../../packages/server/src/adapters/postgres/postgres-estimate-queue.ts'
import type { EstimateQueue } from '../../packages/server/src/ports/estimate-queue.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let desk: EstimateQueue
const published: string[] = []
beforeAll(async () => {
  stores = await openStores()
  const publish = async (topic: string, id: string) => void published.push(`${topic} ${id}`)
  desk = createPostgresEstimateQueue(stores.database, { publish })
})
afterAll(() => stores.close())
beforeEach(async () => {
  await desk.removeBefore(new Date(Date.now() + 60_000))
  published.length = 0
})

const step = { ability: 'gif-create', from: 'mp4', to: 'gif', options: { width: 320 } } as const

async function hand(ownerId: string): Promise<string> {
  const id = randomUUID()
  await desk.enqueue({ id, ownerId, step, files: [{ inputKey: 'uploads/1', name: 'film.mp4' }] })
  return id
}

test('estimates are taken oldest first, each by one worker', async () => {
  const ids = [await hand('v_1'), await hand('v_2')]
  const claimed = await Promise.all([desk.claim(), desk.claim(), desk.claim()])
  expect(claimed.flatMap(estimate => estimate?.id ?? []).sort()).toEqual(ids.sort())
  expect(claimed.find(estimate => estimate?.ownerId === 'v_1')).toMatchObject({ step, status: 'working' })
})

test('the next question of an owner replaces the one before, also while somebody works on it', async () => {
  const first = await hand('v_1')
  await desk.claim()
  const second = await hand('v_1')
  expect(published).toContain(`estimate-changed ${first}`)
  expect(await desk.find(first)).toBeUndefined()
  expect(await desk.answer(first, { bytes: 1000, frames: 18 })).toBe(false)
  expect(await desk.find(second)).toMatchObject({ status: 'waiting', bytes: null })
  const both = await Promise.all([hand('v_1'), hand('v_1')])
  const left = await Promise.all(both.map(id => desk.find(id)))
  expect(left.filter(estimate => estimate !== undefined)).toHaveLength(1)
})

test('an answer stands until it is taken away, and an error too', async () => {
  const [told, failed] = [await hand('v_1'), await hand('v_2')]
  expect(await desk.answer(told, { bytes: 1000, frames: 18 })).toBe(false)
  await desk.claim()
  await desk.claim()
  expect(await desk.answer(told, { bytes: 1000, frames: 18 })).toBe(true)
  expect(await desk.fail(failed, { code: 'file-damaged', params: { format: 'MP4' } })).toBe(true)
  expect(await desk.find(told)).toMatchObject({ status: 'done', bytes: 1000, frames: 18 })
  expect(await desk.find(failed)).toMatchObject({ status: 'failed', errorCode: 'file-damaged' })
  await desk.remove(told)
  expect(await desk.find(told)).toBeUndefined()
  expect(await desk.claim()).toBeUndefined()
})
