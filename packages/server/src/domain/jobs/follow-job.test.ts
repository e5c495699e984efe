import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobProgress, JobQueue } from '../../ports/job-queue.ts'
import { awaitEstimate } from '../estimates/estimates.ts'
import { requestTranslation } from '../translation/translation.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const waiting: JobProgress = { state: 'waiting', output: '', reply: null, error: null }

/** In-memory queue with one job; the test acts as the worker. */
function openQueue() {
  let row: JobProgress | undefined
  const listeners = new Set<(id: string | undefined) => void>()
  const jobQueue: Pick<JobQueue, 'enqueue' | 'find' | 'cancel'> = {
    async enqueue() {
      row = waiting
    },
    find: async () => row,
    async cancel() {
      row = undefined
    },
  }
  const notifications = {
    publish: async () => undefined,
    subscribe(_topic: string, listener: (id: string | undefined) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const stop = new AbortController()
  return {
    deps: { jobQueue: jobQueue as JobQueue, notifications },
    stop,
    change(changes: Partial<JobProgress> | undefined) {
      row = changes && { ...waiting, ...row, ...changes }
      for (const listener of listeners) listener(undefined)
    },
    leftovers: () => [row, listeners.size, vi.getTimerCount()],
  }
}

const payload = { step: { ability: 'gif-create', from: 'mp4', to: 'gif', options: {} }, files: [] } as const

function estimate() {
  const queue = openQueue()
  const files = [...payload.files]
  return { ...queue, answer: awaitEstimate(queue.deps, 'v_1', { ...payload, files }, queue.stop.signal) }
}

test('awaitEstimate: returns the result immediately and leaves nothing behind', async () => {
  const { answer, change, leftovers } = estimate()
  await vi.advanceTimersByTimeAsync(0)
  change({ state: 'running' })
  await vi.advanceTimersByTimeAsync(8_000)
  change({ state: 'done', reply: { bytes: 4321, frames: 18 } })
  expect((await answer)?.reply).toEqual({ bytes: 4321, frames: 18 })
  expect(leftovers()).toEqual([undefined, 0, 0])
})

test('awaitEstimate: gives up within seconds if no worker claims it', async () => {
  const { answer, leftovers } = estimate()
  await vi.advanceTimersByTimeAsync(7_000)
  expect(await answer).toBeUndefined()
  expect(leftovers()).toEqual([undefined, 0, 0])
})

test('awaitEstimate: gives up if the worker takes too long', async () => {
  const { answer, change, leftovers } = estimate()
  await vi.advanceTimersByTimeAsync(0)
  change({ state: 'running' })
  await vi.advanceTimersByTimeAsync(47_000)
  expect(await answer).toBeUndefined()
  expect(leftovers()).toEqual([undefined, 0, 0])
})

test('awaitEstimate: stops waiting when the client disconnects or replaces the request', async () => {
  const gone = estimate()
  await vi.advanceTimersByTimeAsync(0)
  gone.stop.abort()
  expect(await gone.answer).toBeUndefined()
  const replaced = estimate()
  await vi.advanceTimersByTimeAsync(0)
  replaced.change(undefined)
  expect(await replaced.answer).toBeUndefined()
})

test('requestTranslation: yields the growing translation, then the reply', async () => {
  const { deps, stop, change, leftovers } = openQueue()
  const text = { text: 'One. Two.', sourceLanguage: null, targetLanguage: 'es' } as const
  const following = requestTranslation(deps, text, stop.signal)
  expect((await following.next()).value).toEqual({ translated: '', reply: null })
  change({ state: 'running', output: 'Uno. ' })
  expect((await following.next()).value).toEqual({ translated: 'Uno. ', reply: null })
  change({ state: 'done', output: 'Uno. Dos.', reply: { sourceLanguage: 'en', pair: null } })
  expect((await following.next()).value).toMatchObject({ reply: { sourceLanguage: 'en' } })
  expect((await following.next()).done).toBe(true)
  expect(leftovers()).toEqual([undefined, 0, 0])
})

test('requestTranslation: throws the error of the worker, and when the job is gone', async () => {
  const text = { text: 'One.', sourceLanguage: null, targetLanguage: null }
  for (const [changes, code] of [
    [{ state: 'failed', error: { code: 'language-unknown', params: {} } }, 'language-unknown'],
    [undefined, 'unavailable'],
  ] as const) {
    const { deps, stop, change } = openQueue()
    const following = requestTranslation(deps, text, stop.signal)
    await following.next()
    change(changes)
    await expect(following.next()).rejects.toMatchObject({ code })
  }
})
