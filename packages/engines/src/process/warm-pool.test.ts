import { AppError } from '@filesmith/contract/errors'
import { describe, expect, test, vi } from 'vitest'
import type { HelperEnd } from '../engine.ts'
import type { Exit } from './exit-cause.ts'
import type { HelperJob, HelperProcess } from './helper-process.ts'
import { createWarmPool } from './warm-pool.ts'

interface FakeHelper extends HelperProcess {
  finish(): void
  crash(): void
  fail(error: AppError): void
  readonly isBusy: boolean
}

function fakeHelper(): FakeHelper {
  const gone = Promise.withResolvers<Exit>()
  let current: PromiseWithResolvers<void> | undefined
  let jobsTaken = 0
  let isUsable = true
  return {
    ready: Promise.resolve(),
    gone: gone.promise,
    run() {
      jobsTaken += 1
      current = Promise.withResolvers<void>()
      return current.promise
    },
    kill() {
      isUsable = false
      gone.resolve({ code: null, signal: 'SIGKILL', stderr: '' })
    },
    crash() {
      isUsable = false
      gone.resolve({ code: null, signal: 'SIGSEGV', stderr: '' })
    },
    finish: () => current?.resolve(),
    fail: error => current?.reject(error),
    get isBusy() {
      return current !== undefined
    },
    get isUsable() {
      return isUsable
    },
    get jobsTaken() {
      return jobsTaken
    },
  }
}

function setUp(size: number, recycleAfterJobs = 100, maxIdleMs: number | null = null, keepsSpare = false) {
  const helpers: FakeHelper[] = []
  const start = () => {
    const helper = fakeHelper()
    helpers.push(helper)
    return helper
  }
  const ends: HelperEnd[] = []
  const onEnd = (end: HelperEnd) => ends.push(end)
  return {
    helpers,
    ends,
    pool: createWarmPool({ size, start, recycleAfterJobs, maxIdleMs, keepsSpare, onEnd }),
  }
}

const job = (signal = new AbortController().signal) => ({ signal }) as HelperJob
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('createWarmPool', () => {
  test('ends helpers that had no job for a while, never one with a job, and starts others for new jobs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { pool, helpers, ends } = setUp(1, 100, 1000)
      const first = pool.run(job())
      await settled()
      vi.advanceTimersByTime(5000)
      expect(ends).toEqual([])
      helpers[0]?.finish()
      await first
      vi.advanceTimersByTime(999)
      const second = pool.run(job())
      await settled()
      vi.advanceTimersByTime(5000)
      expect(helpers).toHaveLength(1)
      helpers[0]?.finish()
      await second
      vi.advanceTimersByTime(1000)
      await settled()
      expect(ends).toEqual(['recycled'])
      const third = pool.run(job())
      await settled()
      expect(helpers).toHaveLength(2)
      helpers[1]?.finish()
      await third
      await pool.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test('keeps a spare helper, so that a job beside others does not wait for a start', async () => {
    const { pool, helpers } = setUp(3, 100, null, true)
    await pool.warmUp()
    const runs = [pool.run(job())]
    await settled()
    expect(helpers.map(({ isBusy }) => isBusy)).toEqual([true, false])
    runs.push(pool.run(job()))
    await settled()
    expect(helpers.map(({ isBusy }) => isBusy)).toEqual([true, true, false])
    runs.push(pool.run(job()))
    await settled()
    expect(helpers).toHaveLength(3)
    for (const helper of helpers) helper.finish()
    await Promise.all(runs)
    await pool.close()
  })

  test('reports how helpers ended, except on close', async () => {
    const { pool, helpers, ends } = setUp(1, 2)
    const take = async () => {
      const run = pool.run(job())
      await settled()
      return run
    }
    const first = take()
    await settled()
    helpers[0]?.finish()
    await first
    helpers[0]?.crash()
    await settled()
    for (const index of [0, 1]) {
      const run = take()
      await settled()
      helpers[1]?.finish()
      await run
      expect(ends).toEqual(index === 0 ? ['crashed'] : ['crashed', 'recycled'])
    }
    const last = take()
    await settled()
    helpers[2]?.kill()
    helpers[2]?.fail(new AppError('took-too-long'))
    await expect(last).rejects.toThrow()
    expect(ends).toEqual(['crashed', 'recycled', 'killed'])
    await pool.warmUp()
    await pool.close()
    expect(ends).toHaveLength(3)
  })

  test('starts helpers on demand, up to its size', async () => {
    const { pool, helpers } = setUp(2)
    expect(helpers).toHaveLength(0)
    const runs = [pool.run(job()), pool.run(job()), pool.run(job())]
    await settled()
    expect(helpers).toHaveLength(2)
    helpers[0]?.finish()
    await runs[0]
    await settled()
    expect(helpers[0]?.jobsTaken).toBe(2)
    for (const helper of helpers) helper.finish()
    await Promise.all(runs)
  })

  test('reuses a warm helper', async () => {
    const { pool, helpers } = setUp(2)
    await pool.warmUp()
    const run = pool.run(job())
    await settled()
    helpers[0]?.finish()
    await run
    expect(helpers).toHaveLength(1)
  })

  test('recycles a helper after its maximum number of jobs', async () => {
    const { pool, helpers } = setUp(1, 1)
    for (const index of [0, 1]) {
      const run = pool.run(job())
      await settled()
      helpers[index]?.finish()
      await run
    }
    expect(helpers.map(helper => helper.isUsable)).toEqual([false, false])
  })

  test('keeps a helper after an error about the file', async () => {
    const { pool, helpers } = setUp(1)
    const run = pool.run(job())
    await settled()
    helpers[0]?.fail(new AppError('file-damaged', { format: 'PNG' }))
    await expect(run).rejects.toMatchObject({ code: 'file-damaged' })
    const next = pool.run(job())
    await settled()
    expect(helpers[0]?.jobsTaken).toBe(2)
    helpers[0]?.finish()
    await next
  })

  test('a waiting job gets the next helper if one dies', async () => {
    const { pool, helpers } = setUp(1)
    const first = pool.run(job())
    const second = pool.run(job())
    await settled()
    helpers[0]?.kill()
    helpers[0]?.fail(new AppError('internal'))
    await expect(first).rejects.toMatchObject({ code: 'internal' })
    await settled()
    expect(helpers).toHaveLength(2)
    helpers[1]?.finish()
    await second
  })

  test('a job canceled while it waits never starts', async () => {
    const { pool, helpers } = setUp(1)
    const cancel = new AbortController()
    const first = pool.run(job())
    const second = pool.run(job(cancel.signal))
    cancel.abort()
    await expect(second).rejects.toMatchObject({ code: 'cancelled' })
    await settled()
    helpers[0]?.finish()
    await first
    expect(helpers[0]?.jobsTaken).toBe(1)
  })

  test('close rejects waiting jobs and kills every helper', async () => {
    const { pool, helpers } = setUp(1)
    const running = pool.run(job())
    const waiting = pool.run(job())
    await settled()
    const closed = pool.close()
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await closed
    expect(helpers[0]?.isUsable).toBe(false)
    helpers[0]?.fail(new AppError('internal'))
    await expect(running).rejects.toThrow()
    await expect(pool.run(job())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
