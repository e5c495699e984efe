/** The translation queue on a real PostgreSQL: claimed once, leases expire, and texts are removed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPostgresTranslationQueue } from '../../packages/server/src/adapters/postgres/postgres-translation-queue.ts'
import type { TranslationQueue } from '../../packages/server/src/ports/translation-queue.ts'
import { openStores, type TestStores } from '../support/open-stores.ts'

let stores: TestStores
let queue: TranslationQueue
beforeAll(async () => {
  stores = await openStores()
  queue = createPostgresTranslationQueue(stores.database, { publish: async () => undefined })
})
afterAll(() => stores.close())
beforeEach(async () => {
  await queue.removeBefore(new Date(Date.now() + 60_000))
})

async function enqueue(text = 'One. Two.'): Promise<string> {
  const id = randomUUID()
  await queue.enqueue({ id, text, sourceLanguage: 'en', targetLanguage: 'es' })
  return id
}

test('claim: takes the oldest text, each by one worker', async () => {
  const ids = [await enqueue('first'), await enqueue('second'), await enqueue('third')]
  const claimed = await Promise.all([queue.claim(), queue.claim(), queue.claim(), queue.claim()])
  expect(claimed.flatMap(job => job?.id ?? []).sort()).toEqual(ids.sort())
  expect(await queue.claim()).toBeUndefined()
})

test('append, answer: accumulate the translation and store the language pair', async () => {
  const id = await enqueue()
  const job = await queue.claim()
  if (!job) throw new Error('the queue is empty')
  expect(await queue.append(job, 'Uno. ')).toBe(true)
  expect(await queue.find(id)).toMatchObject({ status: 'working', translated: 'Uno. ' })
  await queue.append(job, 'Dos.')
  const pair = {
    from: 'en',
    to: 'es',
    engine: 'apertium',
    quality: 'basic',
    through: null,
    downloadBytes: null,
  } as const
  expect(await queue.answer(job, { sourceLanguage: 'en', pair })).toBe(true)
  expect(await queue.find(id)).toMatchObject({ status: 'done', translated: 'Uno. Dos.', pair })
})

test('claim: takes over an expired lease, and the previous worker can no longer write', async () => {
  const id = await enqueue()
  const first = await queue.claim()
  if (!first) throw new Error('the queue is empty')
  await queue.append(first, 'Uno. ')
  expect(await queue.claim()).toBeUndefined()
  await stores.database.pool.query("update text_jobs set lease_until = now() - interval '1 second'")
  const second = await queue.claim()
  expect(second).toMatchObject({ id, attempt: 2, translated: '' })
  expect(await queue.append(first, 'Dos.')).toBe(false)
  expect(await queue.renewLease(first)).toBe(false)
  expect(await queue.fail(first, { code: 'internal', params: {} })).toBe(false)
  expect(await queue.find(id)).toMatchObject({ status: 'working', translated: '' })
})

test('remove: deletes the text, also while a worker processes it', async () => {
  const id = await enqueue()
  const job = await queue.claim()
  if (!job) throw new Error('the queue is empty')
  await queue.remove(id)
  expect(await queue.find(id)).toBeUndefined()
  expect(await queue.append(job, 'Uno. ')).toBe(false)
})
