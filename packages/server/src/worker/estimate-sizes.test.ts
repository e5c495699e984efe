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
  files: [{ inputKey: 'uploads/1', name: 'film.mp4' }],
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
interface Circumstances {
  readonly hasRoom?: () => boolean
  readonly isWanted?: () => boolean
  readonly off?: readonly string[]
  /** What the desk announces, handed to the test. */
  readonly onListening?: (announce: (id: string) => void) => void
}

/** A desk in memory with one estimate on it; ends when the worker comes back for the next, or has looked and left it. */
async function work(measure: Measure, circumstances: Circumstances = {}): Promise<string[]> {
  const { hasRoom = () => true, isWanted = () => true, off = [] } = circumstances
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
    storage: { fetchTo: async (_key: string, path: string) => writeFile(path, 'film') } as unknown as Storage,
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
        if (topic === 'estimate-changed') circumstances.onListening?.(listener)
        return quiet
      },
    },
    jobsDir,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    hasRoom() {
      if (!hasRoom()) isOver.resolve()
      return hasRoom()
    },
  })
  await isOver.promise
  return done
}

test('the files are fetched, measured and removed', async () => {
  const measure: Measure = async ({ files = [], inputPath, step }) => {
    expect(step.options).toEqual({ width: 320 })
    expect(files.map(({ name, path }) => [name, path])).toEqual([['film.mp4', inputPath]])
    return { bytes: 1234, frames: 18 }
  }
  expect(await work(measure)).toEqual(['1234 from 18'])
  expect(await readdir(jobsDir)).toEqual([])
})

test('that nobody can tell is an answer, what is wrong with a file is an error', async () => {
  expect(await work(async () => null)).toEqual(['nothing'])
  expect(await work(() => Promise.reject(new AppError('file-damaged')))).toEqual(['failed: file-damaged'])
  expect(await readdir(jobsDir)).toEqual([])
})

test('while there is no place for a job, or the engine is off, nothing is taken up', async () => {
  const never: Measure = () => Promise.reject(new Error('nobody should measure'))
  expect(await work(never, { hasRoom: () => false })).toEqual([])
  await running?.stop()
  expect(await work(never, { off: ['gif'] })).toEqual([])
})

test('what nobody waits for any more is left at once', async () => {
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
