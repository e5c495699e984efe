import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Estimate, EstimateQueue } from '../ports/estimate-queue.ts'
import type { Storage } from '../ports/storage.ts'
import { estimateSizes } from './estimate-sizes.ts'

const estimate: Estimate = {
  id: 'estimate-1',
  ownerId: 'v_1',
  step: { ability: 'gif-create', from: 'mp4', to: 'gif', options: { width: 320 } },
  files: [{ inputKey: 'uploads/1', name: 'video.mp4' }],
  status: 'working',
  bytes: null,
  frames: 0,
  errorCode: null,
  errorParams: {},
}

let jobsDir = ''
let running: { stop(): Promise<void> } | undefined
beforeEach(async () => {
  jobsDir = await mkdtemp(join(tmpdir(), 'estimates-'))
})
afterEach(async () => {
  await running?.stop()
  await rm(jobsDir, { recursive: true })
})

type Measure = EngineRuntime['measureSize']
interface QueueState {
  readonly hasFreeSlot?: () => boolean
  readonly isWanted?: () => boolean
  readonly off?: readonly string[]
  /** Gets the function that announces a changed estimate. */
  readonly onListening?: (announce: (id: string) => void) => void
}

/** Runs the worker on an in-memory queue with one estimate, until it polls again or declines the estimate. */
async function work(measure: Measure, state: QueueState = {}): Promise<string[]> {
  const { hasFreeSlot = () => true, isWanted = () => true, off = [] } = state
  const done: string[] = []
  const waiting = [estimate]
  const isOver = Promise.withResolvers<void>()
  const quiet = () => undefined
  const estimateQueue: EstimateQueue = {
    enqueue: async () => undefined,
    remove: async () => undefined,
    removeBefore: async () => 0,
    find: async () => (isWanted() ? estimate : undefined),
    async claim() {
      const next = waiting.shift()
      if (!next) isOver.resolve()
      return next
    },
    async answer(_id, measured) {
      if (isWanted()) done.push(measured ? `${measured.bytes} from ${measured.frames}` : 'nothing')
      return isWanted()
    },
    async fail(_id, { code }) {
      done.push(`failed: ${code}`)
      return true
    },
  }
  running = estimateSizes({
    estimateQueue,
    storage: {
      fetchTo: async (_key: string, path: string) => writeFile(path, 'video'),
    } as unknown as Storage,
    engines: { statuses: [{ engine: 'gif', isAvailable: true, reason: null }], measureSize: measure },
    workers: {
      async listDisabledEngines() {
        if (off.length > 0) isOver.resolve()
        return new Set(off)
      },
    },
    notifications: {
      publish: async () => undefined,
      subscribe(topic, listener) {
        if (topic === 'estimate-changed') state.onListening?.(listener)
        return quiet
      },
    },
    jobsDir,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    hasFreeSlot() {
      if (!hasFreeSlot()) isOver.resolve()
      return hasFreeSlot()
    },
  })
  await isOver.promise
  return done
}

test('estimateSizes: fetches and measures the files, and removes them', async () => {
  const measure: Measure = async ({ files = [], inputPath, step }) => {
    expect(step.options).toEqual({ width: 320 })
    expect(files.map(({ name, path }) => [name, path])).toEqual([['video.mp4', inputPath]])
    return { bytes: 1234, frames: 18 }
  }
  expect(await work(measure)).toEqual(['1234 from 18'])
  expect(await readdir(jobsDir)).toEqual([])
})

test('estimateSizes: an unknown size is a result, a damaged file is an error', async () => {
  expect(await work(async () => null)).toEqual(['nothing'])
  expect(await work(() => Promise.reject(new AppError('file-damaged')))).toEqual(['failed: file-damaged'])
  expect(await readdir(jobsDir)).toEqual([])
})

test('estimateSizes: claims nothing without a free slot or while the engine is off', async () => {
  const never: Measure = () => Promise.reject(new Error('must not be measured'))
  expect(await work(never, { hasFreeSlot: () => false })).toEqual([])
  await running?.stop()
  expect(await work(never, { off: ['gif'] })).toEqual([])
})

test('estimateSizes: aborts an estimate that is no longer wanted', async () => {
  let [isWanted, sawAbort] = [true, false]
  let announce: (id: string) => void = () => undefined
  const patient: Measure = async ({ signal }) => {
    isWanted = false
    announce(estimate.id)
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve))
    sawAbort = true
    throw new AppError('cancelled')
  }
  const onListening = (listener: (id: string) => void) => {
    announce = listener
  }
  expect(await work(patient, { isWanted: () => isWanted, onListening })).toEqual([])
  expect(sawAbort).toBe(true)
})
