import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Estimate, EstimateQueue, NewEstimate } from '../../ports/estimate-queue.ts'
import { awaitEstimate } from './await-estimate.ts'

const requested: NewEstimate = {
  id: 'estimate-1',
  ownerId: 'v_1',
  step: { ability: 'gif-create', from: 'mp4', to: 'gif', options: {} },
  files: [],
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** In-memory queue; the test acts as the worker. */
function openQueue() {
  const rows = new Map<string, Estimate>()
  const listeners = new Set<(id: string | undefined) => void>()
  const estimateQueue: EstimateQueue = {
    async enqueue(estimate) {
      const unanswered = {
        status: 'waiting',
        bytes: null,
        frames: 0,
        errorCode: null,
        errorParams: {},
      } as const
      rows.set(estimate.id, { ...estimate, ...unanswered })
    },
    find: async id => rows.get(id),
    async remove(id) {
      rows.delete(id)
    },
    claim: async () => undefined,
    answer: async () => false,
    fail: async () => false,
    removeBefore: async () => 0,
  }
  const change = (changes: Partial<Estimate> | undefined) => {
    const current = rows.get(requested.id)
    if (changes && current) rows.set(requested.id, { ...current, ...changes })
    else rows.delete(requested.id)
    for (const listener of listeners) listener(requested.id)
  }
  const notifications = {
    publish: async () => undefined,
    subscribe(_topic: string, listener: (id: string | undefined) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const stop = new AbortController()
  const answer = awaitEstimate({ estimateQueue, notifications }, requested, stop.signal)
  return { answer, change, stop, rows, listeners }
}

test('awaitEstimate: returns the result immediately and leaves nothing behind', async () => {
  const { answer, change, rows, listeners } = openQueue()
  await vi.advanceTimersByTimeAsync(0)
  change({ status: 'working' })
  await vi.advanceTimersByTimeAsync(8_000)
  change({ status: 'done', bytes: 4321, frames: 18 })
  expect(await answer).toMatchObject({ bytes: 4321, frames: 18 })
  expect([rows.size, listeners.size]).toEqual([0, 0])
})

test('awaitEstimate: gives up within seconds if no worker claims it', async () => {
  const { answer, rows } = openQueue()
  await vi.advanceTimersByTimeAsync(7_000)
  expect(await answer).toBeUndefined()
  expect(rows.size).toBe(0)
})

test('awaitEstimate: gives up if the worker takes too long', async () => {
  const { answer, change, rows } = openQueue()
  await vi.advanceTimersByTimeAsync(0)
  change({ status: 'working' })
  await vi.advanceTimersByTimeAsync(46_000)
  expect(await answer).toBeUndefined()
  expect(rows.size).toBe(0)
})

test('awaitEstimate: stops waiting when the client disconnects or replaces the request', async () => {
  const gone = openQueue()
  await vi.advanceTimersByTimeAsync(0)
  gone.stop.abort()
  expect(await gone.answer).toBeUndefined()
  const replaced = openQueue()
  await vi.advanceTimersByTimeAsync(0)
  replaced.change(undefined)
  expect(await replaced.answer).toBeUndefined()
})
