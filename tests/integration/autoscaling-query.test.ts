/** The KEDA scaling queries against a real database with queued jobs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationIds } from '../../packages/contract/src/operations/registry.ts'
import { baseOfKind } from '../support/deploy/manifests.ts'
import { newConversion } from '../support/new-conversion.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const queries = new Map(
  baseOfKind('ScaledObject').map(({ metadata, spec }) => [metadata.name, spec.triggers[0].metadata.query]),
)

const unlimited = { day: '2026-03-31', perDay: null, perMonth: null, network: null }

async function depths(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const [name, query] of queries) {
    const { rows } = await stores.database.pool.query<{ count: string }>(query)
    counted[name] = Number(rows[0]?.count)
  }
  return counted
}

test('scaling query: is 0 for an empty queue', async () => {
  expect(await depths()).toEqual({ 'filesmith-worker-general': 0, 'filesmith-worker-media': 0 })
})

test('scaling query: counts every conversion once, queued or running', async () => {
  for (const operation of operationIds)
    await stores.conversions.enqueue([newConversion({ ownerId: `v_${operation}`, operation })], unlimited)
  const waiting = await depths()
  expect(Object.values(waiting).reduce((sum, depth) => sum + depth, 0)).toBe(operationIds.length)
  expect(waiting['filesmith-worker-media']).toBe(6)

  const [job] = await stores.claim('short', 1)
  expect(job).toBeDefined()
  expect(await depths()).toEqual(waiting)
  if (job) await stores.queue.complete(job)
  expect(Object.values(await depths()).reduce((sum, depth) => sum + depth, 0)).toBe(operationIds.length - 1)
})
