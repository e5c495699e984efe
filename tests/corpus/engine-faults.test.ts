/** Fault tests: helpers are canceled, killed or missing, and the worker keeps running. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, drawPhoto } from './support/images.ts'
import { helpersBelow } from './support/processes-below.ts'

let converter: Converter
let slow: Buffer
let slowPng: Buffer
let quick: Buffer

beforeAll(async () => {
  converter = await startConverter({ ...imagesOnly, helpersPerEngine: 1 })
  // Drawn small, because drawing takes longer than enlarging.
  const photo = toSharp(drawPhoto(600, 400)).resize(3000, 2000)
  slow = await photo.clone().jpeg().toBuffer()
  slowPng = await photo.png({ compressionLevel: 1 }).toBuffer()
  quick = await toSharp(drawFlag()).png().toBuffer()
})

afterAll(() => converter.close())

const stages = [
  ['sharp', 'jpg', 'avif', 'encode'],
  ['magick', 'png', 'jxl', 'encode'],
] as const

const inputFor = (from: 'jpg' | 'png') => (from === 'jpg' ? slow : slowPng)

describe.each(stages)('%s', (_, from, to, stage) => {
  test('CONV-19 canceling during encoding stops the job and leaves no files', async () => {
    const cancel = new AbortController()
    const run = converter.convert({
      input: inputFor(from),
      from,
      to,
      signal: cancel.signal,
      onProgress: progress => {
        if (progress.stage === stage) cancel.abort()
      },
    })
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
    expect(await converter.leftovers()).toEqual([])
    await converter.convert({ input: quick, from: 'png', to })
  })

  test('a killed helper is an internal error, and the next job gets a new helper', async () => {
    let isKilled = false
    const run = converter.convert({
      input: inputFor(from),
      from,
      to,
      onProgress: progress => {
        if (progress.stage !== stage || isKilled) return
        isKilled = true
        for (const pid of helpersBelow(process.pid)) process.kill(pid, 'SIGKILL')
      },
    })
    await expect(run).rejects.toMatchObject({ code: 'internal', isFault: true })
    expect(await converter.leftovers()).toEqual([])
    await converter.convert({ input: quick, from: 'png', to })
  })
})

test('warm pool: excess jobs wait for a helper, and a waiting job can be canceled', async () => {
  const cancel = new AbortController()
  const jobs = Array.from({ length: 5 }, () => converter.convert({ input: quick, from: 'png', to: 'webp' }))
  const canceled = converter.convert({ input: quick, from: 'png', to: 'webp', signal: cancel.signal })
  cancel.abort()
  await expect(canceled).rejects.toMatchObject({ code: 'cancelled' })
  await Promise.all(jobs)
})

test('stepTimeoutMs: stops a job that takes too long', async () => {
  const limited = await startConverter({ ...imagesOnly, stepTimeoutMs: 300 })
  try {
    const run = limited.convert({ input: slow, from: 'jpg', to: 'avif' })
    await expect(run).rejects.toMatchObject({ code: 'took-too-long' })
    expect(await limited.leftovers()).toEqual([])
  } finally {
    await limited.close()
  }
})

test('maxMemoryBytes: stops a job that needs too much memory, and the next one runs', async () => {
  const limited = await startConverter({ ...imagesOnly, maxMemoryBytes: 250_000_000 })
  try {
    const large = await toSharp(drawPhoto(60, 60)).resize(6000, 6000).jpeg({ quality: 40 }).toBuffer()
    const run = limited.convert({ input: large, from: 'jpg', to: 'webp' })
    await expect(run).rejects.toMatchObject({ code: 'needs-too-much-memory' })
    await limited.convert({ input: quick, from: 'png', to: 'webp' })
  } finally {
    await limited.close()
  }
})

test('maxOutputBytes: stops a result that is too large', async () => {
  const small = await startConverter({ ...imagesOnly, maxOutputBytes: 10_000 })
  try {
    const run = small.convert({ input: slow, from: 'jpg', to: 'bmp' })
    await expect(run).rejects.toMatchObject({ code: 'result-too-large' })
    expect(await small.leftovers()).toEqual([])
  } finally {
    await small.close()
  }
})

test('recycleAfterJobs: replaces helpers after a number of jobs', async () => {
  const recycling = await startConverter({ ...imagesOnly, recycleAfterJobs: 2, helpersPerEngine: 1 })
  try {
    for (let job = 0; job < 5; job++) await recycling.convert({ input: quick, from: 'png', to: 'webp' })
  } finally {
    await recycling.close()
  }
})

describe('CALL-10 createEngineRuntime: starts despite a missing engine', () => {
  test('disabled by settings', async () => {
    const partial = await startConverter({ disabledEngines: ['magick'] })
    try {
      expect(partial.runtime.statuses).toContainEqual({
        engine: 'magick',
        isAvailable: false,
        reason: 'Switched off by the settings.',
      })
      await partial.convert({ input: quick, from: 'png', to: 'webp' })
      const run = partial.convert({ input: quick, from: 'png', to: 'jxl' })
      await expect(run).rejects.toMatchObject({ code: 'engine-missing' })
    } finally {
      await partial.close()
    }
  })

  test('without a sandbox when requested', async () => {
    const open = await startConverter({ ...imagesOnly, sandbox: 'off' })
    try {
      const path = await open.convert({ input: quick, from: 'png', to: 'webp' })
      expect((await readFile(path)).length).toBeGreaterThan(100)
    } finally {
      await open.close()
    }
  })
})
