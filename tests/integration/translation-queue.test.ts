/** The desk of texts in a real database: one worker a text, silent workers lose theirs, nothing stays. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresTranslationQueue } from '../../packages/server/src/adapters/postgres/postgres-translation-queue.ts'
import type { TranslationQueue } from '../../packages/server/src/ports/translation-queue.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let desk: TranslationQueue
beforeAll(async () => {
  stores = await openStores()
  desk = createPostgresTranslationQueue(stores.database, { publish: async () => undefined })
})
afterAll(() => stores.close())
beforeEach(async () => {
  await desk.removeBefore(new Date(Date.now() + 60_000))
})

async function hand(text = 'One. Two.'): Promise<string> {
  const id = randomUUID()
  await desk.enqueue({ id, text, sourceLanguage: 'en', targetLanguage: 'es' })
  return id
}

test('texts are taken oldest first, each by one worker', async () => {
  const ids = [await hand('first'), await hand('second'), await hand('third')]
  const claimed = await Promise.all([desk.claim(), desk.claim(), desk.claim(), desk.claim()])
  expect(claimed.flatMap(job => job?.id ?? []).sort()).toEqual(ids.sort())
  expect(await desk.claim()).toBeUndefined()
})

test('pieces add up, and the answer says who translated', async () => {
  const id = await hand()
  const job = await desk.claim()
  if (!job) throw new Error('there was nothing to claim')
  expect(await desk.append(job, 'Uno. ')).toBe(true)
  expect(await desk.find(id)).toMatchObject({ status: 'working', translated: 'Uno. ' })
  await desk.append(job, 'Dos.')
  const pair = {
    from: 'en',
    to: 'es',
    engine: 'apertium',
    quality: 'basic',
    through: null,
    downloadBytes: null,
  } as const
  expect(await desk.answer(job, { sourceLanguage: 'en', pair })).toBe(true)
  expect(await desk.find(id)).toMatchObject({ status: 'done', translated: 'Uno. Dos.', pair })
})

test('a worker that fell silent loses its text, and what it says later does not count', async () => {
  const id = await hand()
  const first = await desk.claim()
  if (!first) throw new Error('there was nothing to claim')
  await desk.append(first, 'Uno. ')
  expect(await desk.claim()).toBeUndefined()
  await stores.database.pool.query("update text_jobs set lease_until = now() - interval '1 second'")
  const second = await desk.claim()
  expect(second).toMatchObject({ id, attempt: 2, translated: '' })
  expect(await desk.append(first, 'Dos.')).toBe(false)
  expect(await desk.renewLease(first)).toBe(false)
  expect(await desk.fail(first, { code: 'internal', params: {} })).toBe(false)
  expect(await desk.find(id)).toMatchObject({ status: 'working', translated: '' })
})

test('a text that was taken back is gone, also for whoever works on it', async () => {
  const id = await hand()
  const job = await desk.claim()
  if (!job) throw new Error('there was nothing to claim')
  await desk.remove(id)
  expect(await desk.find(id)).toBeUndefined()
  expect(await desk.append(job, 'Uno. ')).toBe(false)
})
