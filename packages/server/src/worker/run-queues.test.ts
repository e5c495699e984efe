import { AppError } from '@filesmith/contract/errors'
import { afterEach, expect, test } from 'vitest'
import { activityTracker } from '../activity-tracker.ts'
import type { ClaimedJob, JobLease, JobQueue, QueueName } from '../ports/job-queue.ts'
import type { Topic } from '../ports/notifications.ts'
import {
  type JobRunners,
  type RunIsolated,
  runQueues,
  type WorkerLoop,
  workerShutdown,
} from './run-queues.ts'

let loop: WorkerLoop | undefined
afterEach(async () => {
  await loop?.stop(AbortSignal.abort())
  loop = undefined
})

const mail = (id: string): ClaimedJob<'send-mail'> => ({
  id,
  queue: 'send-mail',
  payload: { kind: 'reset-password', email: 'anna@example.org' },
  attempt: 1,
  isLastAttempt: false,
  waitedMs: 0,
})

/** An in-memory queue of mails; records how each job was settled. */
function openQueue(ids: readonly string[]) {
  const waiting = ids.map(mail)
  const settled: string[] = []
  const lost = new Set<string>()
  const listeners = new Map<Topic, Set<(id: string | undefined) => void>>()
  let isReachable = true
  const settle = (end: string) => async (job: JobLease) => {
    if (lost.has(job.id)) return false
    settled.push(`${job.id} ${end}`)
    return true
  }
  const jobQueue: JobQueue = {
    enqueue: async () => undefined,
    async listDue(names) {
      if (!isReachable) throw new AppError('unavailable')
      return names.filter(name => name === 'send-mail' && waiting.length > 0)
    },
    claim: async <Queue extends QueueName>() => waiting.shift() as ClaimedJob<Queue> | undefined,
    renewLease: async job => !lost.has(job.id),
    append: async () => true,
    complete: settle('complete'),
    fail: settle('fail'),
    retry: settle('retry'),
    requeue: async (job, delayMs) => settle(`requeue${delayMs === undefined ? '' : ` in ${delayMs}`}`)(job),
    requeueCrashed: settle('requeue after a crash'),
    cancel: async () => undefined,
    find: async () => undefined,
    requeueExpired: async () => 0,
    removeOutdated: async () => 0,
  }
  const notifications = {
    publish: async () => undefined,
    subscribe(topic: Topic, listener: (id: string | undefined) => void) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => known.delete(listener)
    },
  }
  const announce = (topic: Topic, id?: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(id)
  }
  return {
    settled,
    jobQueue,
    notifications,
    announce,
    add(id: string) {
      waiting.push(mail(id))
      announce('job-waiting', 'send-mail')
    },
    cancel(id: string) {
      lost.add(id)
      announce('job-changed', id)
    },
    setReachable(value: boolean) {
      isReachable = value
    },
    isListening: () => [...listeners.values()].some(({ size }) => size > 0),
  }
}

const runIsolated = async () => {
  throw new Error('not expected')
}

function start(
  queue: ReturnType<typeof openQueue>,
  runner: NonNullable<JobRunners['send-mail']>,
): WorkerLoop {
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const deps = { ...queue, log, activity: activityTracker, engineIds: [], runIsolated }
  loop = runQueues(deps, { 'send-mail': runner })
  return loop
}

test('runQueues: settles each job by its result', async () => {
  const queue = openQueue(['a', 'b', 'c', 'd', 'e'])
  const error = { code: 'file-damaged', params: {} } as const
  start(queue, {
    slots: 1,
    async run({ id }) {
      if (id === 'a') return { end: 'done' }
      if (id === 'b') return { end: 'failed', error }
      if (id === 'c') return { end: 'retry' }
      if (id === 'd') return { end: 'requeue', delayMs: 7 }
      throw new Error('unexpected')
    },
  })
  const expected = ['a complete', 'b fail', 'c retry', 'd requeue in 7', 'e retry']
  await expect.poll(() => queue.settled).toEqual(expected)
})

test('runQueues: beyond its slots, claims only jobs of idle clients', async () => {
  const queue = openQueue(['a', 'b', 'c'])
  const { claim } = queue.jobQueue
  const claims: (boolean | undefined)[] = []
  queue.jobQueue.claim = async (name, engines, options) => {
    claims.push(options?.ofIdleClients)
    return claim(name, engines, options)
  }
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const running = start(queue, {
    slots: 1,
    extraSlots: 1,
    async run({ id }) {
      started.push(id)
      await gate.promise
      return { end: 'done' }
    },
  })
  await expect.poll(() => started).toEqual(['a', 'b'])
  expect(claims).toEqual([false, true])
  expect(running.hasFreeSlot('send-mail')).toBe(false)
  gate.resolve()
})

test('runQueues: runs no more jobs than it has slots, and claims the next when one ends', async () => {
  const queue = openQueue(['a', 'b', 'c'])
  const gates = new Map(['a', 'b', 'c'].map(id => [id, Promise.withResolvers<void>()]))
  const started: string[] = []
  const running = start(queue, {
    slots: 2,
    async run({ id }) {
      started.push(id)
      await gates.get(id)?.promise
      return { end: 'done' }
    },
  })
  await expect.poll(() => started).toEqual(['a', 'b'])
  expect(running.hasFreeSlot('send-mail')).toBe(false)
  gates.get('a')?.resolve()
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  for (const { resolve } of gates.values()) resolve()
})

test('runQueues: does not claim again after the last job that is due', async () => {
  const queue = openQueue(['a'])
  let claims = 0
  const jobQueue: JobQueue = {
    ...queue.jobQueue,
    async claim(name, engines) {
      claims += 1
      const job = await queue.jobQueue.claim(name, engines)
      return job && { ...job, isLastDue: true }
    },
  }
  start({ ...queue, jobQueue }, { slots: 2, run: async () => ({ end: 'done' }) })
  await expect.poll(() => queue.settled).toEqual(['a complete'])
  expect(claims).toBe(1)
  queue.add('b')
  await expect.poll(() => queue.settled).toEqual(['a complete', 'b complete'])
  expect(claims).toBe(2)
})

test('runQueues: claims nothing while a queue is paused', async () => {
  const queue = openQueue(['a'])
  let isPaused = true
  start(queue, { slots: 1, isPaused: () => isPaused, run: async () => ({ end: 'done' }) })
  queue.announce('job-waiting')
  await new Promise(setImmediate)
  expect(queue.settled).toEqual([])
  isPaused = false
  queue.announce('job-waiting')
  await expect.poll(() => queue.settled).toEqual(['a complete'])
})

test('runQueues: aborts a job that was canceled, and settles nothing', async () => {
  const queue = openQueue(['a'])
  const reason = Promise.withResolvers<unknown>()
  const running = Promise.withResolvers<void>()
  start(queue, {
    slots: 1,
    async run(_job, signal) {
      running.resolve()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      reason.resolve(signal.reason)
      throw signal.reason
    },
  })
  await running.promise
  queue.cancel('a')
  expect(await reason.promise).toMatchObject({ code: 'cancelled' })
  queue.add('b')
  expect(queue.settled).toEqual([])
})

test('stop: waits for running jobs until the deadline, then aborts and requeues them', async () => {
  const queue = openQueue(['a'])
  const running = Promise.withResolvers<void>()
  const stopped = start(queue, {
    slots: 1,
    async run(_job, signal) {
      running.resolve()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      expect(signal.reason).toBe(workerShutdown)
      throw signal.reason
    },
  })
  await running.promise
  const deadline = new AbortController()
  const stopping = stopped.stop(deadline.signal)
  queue.add('b')
  deadline.abort()
  await stopping
  expect(queue.settled).toEqual(['a requeue'])
  expect(queue.isListening()).toBe(false)
})

test('runQueues: reports an unreachable queue and recovers', async () => {
  const queue = openQueue(['a'])
  queue.setReachable(false)
  const running = start(queue, { slots: 1, run: async () => ({ end: 'done' }) })
  await expect.poll(() => running.isQueueReachable).toBe(false)
  queue.setReachable(true)
  queue.announce('job-waiting')
  await expect.poll(() => queue.settled).toEqual(['a complete'])
  expect(running.isQueueReachable).toBe(true)
})

const text = (
  id: string,
  changes: Partial<ClaimedJob<'translate-text'>> = {},
): ClaimedJob<'translate-text'> => ({
  ...{ id, queue: 'translate-text', attempt: 2, isLastAttempt: false, waitedMs: 0, isSuspect: true },
  payload: { text: 'One.', sourceLanguage: 'en', targetLanguage: 'es' },
  ...changes,
})

/** Runs jobs that a worker was lost with. */
function startSuspects(jobs: ClaimedJob<'translate-text'>[], isolated: RunIsolated) {
  const queue = openQueue([])
  const ran: string[] = []
  const givenUp: string[] = []
  const jobQueue: JobQueue = {
    ...queue.jobQueue,
    listDue: async names => names.filter(name => name === 'translate-text' && jobs.length > 0),
    async claim(_queue, _engines, options) {
      const next = jobs.findIndex(job => options?.includesSuspects || !job.isSuspect)
      const [job] = next < 0 ? [] : jobs.splice(next, 1)
      return job as ClaimedJob<typeof _queue> | undefined
    },
  }
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const runner: JobRunners['translate-text'] = {
    slots: 3,
    async run({ id }) {
      ran.push(id)
      return { end: 'done' }
    },
    giveUp: async ({ id }, { code }) => void givenUp.push(`${id} ${code}`),
  }
  loop = runQueues(
    { ...queue, jobQueue, log, activity: activityTracker, engineIds: [], runIsolated: isolated },
    { 'translate-text': runner },
  )
  return { ...queue, loop, ran, givenUp }
}

test('runQueues: runs suspects isolated, one after another, and other jobs meanwhile', async () => {
  const gates = new Map(['a', 'b'].map(id => [id, Promise.withResolvers<void>()]))
  const isolated: string[] = []
  const jobs = [text('a'), text('b'), text('c', { isSuspect: false })]
  const { settled, ran } = startSuspects(jobs, async ({ id }) => {
    isolated.push(id)
    await gates.get(id)?.promise
    return { end: 'done' }
  })
  await expect.poll(() => settled).toEqual(['c complete'])
  expect([isolated, ran]).toEqual([['a'], ['c']])
  gates.get('a')?.resolve()
  await expect.poll(() => isolated).toEqual(['a', 'b'])
  gates.get('b')?.resolve()
  await expect.poll(() => settled).toEqual(['c complete', 'a complete', 'b complete'])
})

test('runQueues: a suspect that crashes its process is requeued once, then fails with its own error', async () => {
  const jobs = [text('a'), text('b', { crashes: 1 })]
  const { settled, givenUp } = startSuspects(jobs, async () => ({ end: 'crashed' }))
  await expect.poll(() => settled).toEqual(['a requeue after a crash', 'b fail'])
  expect(givenUp).toEqual(['b processing-crashed'])
})

test('stop: the end of an isolated process during a shutdown does not count as a crash', async () => {
  const running = Promise.withResolvers<void>()
  const { settled, loop: stopping } = startSuspects([text('a', { crashes: 1 })], async (_job, signal) => {
    running.resolve()
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    return { end: 'crashed' }
  })
  await running.promise
  await stopping.stop(AbortSignal.abort())
  expect(settled).toEqual(['a requeue'])
})
