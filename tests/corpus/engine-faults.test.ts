/** Helpers are cancelled, killed and missing; the worker goes on. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, drawPhoto } from './support/images.ts'
import { toSharp } from './support/likeness.ts'
import { helpersBelow } from './support/processes-below.ts'

let converter: Converter
let slow: Buffer
let quick: Buffer

beforeAll(async () => {
  converter = await startConverter({ ...imagesOnly, helpersPerEngine: 1 })
  slow = await toSharp(drawPhoto(3000, 2000)).jpeg().toBuffer()
  quick = await toSharp(drawFlag()).png().toBuffer()
})

afterAll(() => converter.close())

const stages = [
  ['sharp', 'jpg', 'avif', 'encode'],
  ['magick', 'png', 'jxl', 'encode'],
] as const

async function inputFor(from: 'jpg' | 'png'): Promise<Buffer> {
  return from === 'jpg' ? slow : toSharp(drawPhoto(3000, 2000)).png({ compressionLevel: 1 }).toBuffer()
}

describe.each(stages)('%s', (_, from, to, stage) => {
  test('CONV-19 cancelling in the middle of encoding ends it and leaves nothing', async () => {
    const cancel = new AbortController()
    const run = converter.convert({
      input: await inputFor(from),
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

  test('a helper killed in the middle is a fault of ours, and the next job finds another', async () => {
    let isKilled = false
    const run = converter.convert({
      input: await inputFor(from),
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

test('more jobs than helpers wait their turn; a waiting one can be cancelled', async () => {
  const cancel = new AbortController()
  const jobs = Array.from({ length: 5 }, () => converter.convert({ input: quick, from: 'png', to: 'webp' }))
  const cancelled = converter.convert({ input: quick, from: 'png', to: 'webp', signal: cancel.signal })
  cancel.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  await Promise.all(jobs)
})

test('a job that takes too long is stopped', async () => {
  const hurried = await startConverter({ ...imagesOnly, stepTimeoutMs: 300 })
  try {
    const run = hurried.convert({ input: slow, from: 'jpg', to: 'avif' })
    await expect(run).rejects.toMatchObject({ code: 'took-too-long' })
    expect(await hurried.leftovers()).toEqual([])
  } finally {
    await hurried.close()
  }
})

test('a job that needs too much memory is stopped, and the next one runs', async () => {
  const tight = await startConverter({ ...imagesOnly, maxMemoryBytes: 400_000_000 })
  try {
    const large = await toSharp(drawPhoto(600, 600)).resize(6000, 6000).jpeg({ quality: 40 }).toBuffer()
    const run = tight.convert({ input: large, from: 'jpg', to: 'webp' })
    await expect(run).rejects.toMatchObject({ code: 'needs-too-much-memory' })
    await tight.convert({ input: quick, from: 'png', to: 'webp' })
  } finally {
    await tight.close()
  }
})

test('a result larger than allowed is stopped', async () => {
  const small = await startConverter({ ...imagesOnly, maxOutputBytes: 10_000 })
  try {
    const run = small.convert({ input: slow, from: 'jpg', to: 'bmp' })
    await expect(run).rejects.toMatchObject({ code: 'result-too-large' })
    expect(await small.leftovers()).toEqual([])
  } finally {
    await small.close()
  }
})

test('helpers are replaced after a number of jobs', async () => {
  const restless = await startConverter({ ...imagesOnly, recycleAfterJobs: 2, helpersPerEngine: 1 })
  try {
    for (let job = 0; job < 5; job++) await restless.convert({ input: quick, from: 'png', to: 'webp' })
  } finally {
    await restless.close()
  }
})

describe('CALL-10 a missing engine does not stop the start', () => {
  test('switched off', async () => {
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

  test('without a sandbox, on request', async () => {
    const open = await startConverter({ ...imagesOnly, sandbox: 'off' })
    try {
      const path = await open.convert({ input: quick, from: 'png', to: 'webp' })
      expect((await readFile(path)).length).toBeGreaterThan(100)
    } finally {
      await open.close()
    }
  })
})
