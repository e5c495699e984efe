import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Storage } from '../ports/storage.ts'
import { estimateSize } from './estimate-sizes.ts'
import type { JobResult } from './run-queues.ts'

let jobsDir = ''
beforeEach(async () => {
  jobsDir = await mkdtemp(join(tmpdir(), 'estimates-'))
})
afterEach(() => rm(jobsDir, { recursive: true }))

type Measure = EngineRuntime['measureSize']

function estimate(measure: Measure, signal = new AbortController().signal): Promise<JobResult> {
  const quiet = () => undefined
  const storage = { fetchTo: async (_key: string, path: string) => writeFile(path, 'video') }
  return estimateSize(
    {
      storage: storage as unknown as Storage,
      engines: { measureSize: measure },
      jobsDir,
      now: () => new Date(),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
    {
      id: 'job-1',
      queue: 'estimate-size',
      payload: {
        step: { ability: 'gif-create', from: 'mp4', to: 'gif', options: { width: 320 } },
        files: [{ inputKey: 'uploads/1', name: 'video.mp4' }],
      },
      attempt: 1,
      isLastAttempt: true,
      waitedMs: 0,
    },
    signal,
  )
}

test('estimateSize: fetches and measures the files, and removes them', async () => {
  const measure: Measure = async ({ files = [], inputPath, step }) => {
    expect(step.options).toEqual({ width: 320 })
    expect(files.map(({ name, path }) => [name, path])).toEqual([['video.mp4', inputPath]])
    return { bytes: 1234, frames: 18, isExact: false }
  }
  expect(await estimate(measure)).toEqual({ end: 'done', reply: { bytes: 1234, frames: 18, isExact: false } })
  expect(await readdir(jobsDir)).toEqual([])
})

test('estimateSize: an unknown size is a result, a damaged file is an error', async () => {
  expect(await estimate(async () => null)).toEqual({ end: 'done', reply: null })
  expect(await estimate(() => Promise.reject(new AppError('file-damaged')))).toEqual({
    end: 'failed',
    error: { code: 'file-damaged', params: {} },
  })
  expect(await readdir(jobsDir)).toEqual([])
})

test('estimateSize: replies without a size when it is aborted, and removes the files', async () => {
  const stop = new AbortController()
  const measure: Measure = ({ signal }) => {
    stop.abort()
    return Promise.reject(signal.reason)
  }
  expect(await estimate(measure, stop.signal)).toEqual({ end: 'done', reply: null })
  expect(await readdir(jobsDir)).toEqual([])
})
