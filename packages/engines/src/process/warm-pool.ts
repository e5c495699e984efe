/** Pool of warm helper processes: one job per helper at a time; helpers that fail are replaced. */
import { AppError } from '@filesmith/contract/errors'
import type { HelperEnd } from '../engine.ts'
import { type Exit, exitSignal } from './exit-cause.ts'
import type { HelperJob, HelperProcess } from './helper-process.ts'

interface WarmPoolSettings {
  readonly size: number
  readonly start: () => HelperProcess
  /** A helper is replaced after this many jobs, because native memory fragments. */
  readonly recycleAfterJobs: number
  /** A helper that had no job for this long ends, to free its memory; null keeps it. */
  readonly maxIdleMs?: number | null
  /** Starts one more helper when the last idle one gets a job. */
  readonly keepsSpare?: boolean
  /** Not called for helpers killed by `close`. */
  readonly onEnd?: (end: HelperEnd) => void
}

export interface WarmPool {
  /** Loads one helper; rejects with its error output if that fails. */
  warmUp(): Promise<void>
  /** Resolves with the helper's reply about the result; not trusted. */
  run(job: HelperJob): Promise<unknown>
  close(): Promise<void>
}

interface Waiter {
  take(helper: HelperProcess): void
  refuse(error: AppError): void
}

export function createWarmPool({
  size,
  start,
  recycleAfterJobs,
  maxIdleMs = null,
  keepsSpare = false,
  onEnd,
}: WarmPoolSettings): WarmPool {
  const helpers = new Set<HelperProcess>()
  const idle: HelperProcess[] = []
  const waiters: Waiter[] = []
  const idleTimers = new Map<HelperProcess, NodeJS.Timeout>()
  const unneeded = new WeakSet<HelperProcess>()
  let isClosed = false

  function startOne(): HelperProcess {
    const helper = start()
    helpers.add(helper)
    helper.gone.then(exit => {
      helpers.delete(helper)
      clearTimeout(idleTimers.get(helper))
      idleTimers.delete(helper)
      const isRecycled = helper.jobsTaken >= recycleAfterJobs || unneeded.has(helper)
      if (!isClosed) onEnd?.(classifyExit(exit, isRecycled))
      const index = idle.indexOf(helper)
      if (index >= 0) idle.splice(index, 1)
      serveWaiters()
    })
    return helper
  }

  function takeFree(): HelperProcess | undefined {
    for (let helper = idle.pop(); helper; helper = idle.pop()) {
      clearTimeout(idleTimers.get(helper))
      if (!helper.isUsable) continue
      startSpare()
      return helper
    }
    return helpers.size < size ? startOne() : undefined
  }

  /** The next job does not wait for a start while other jobs are long or end their helpers. */
  function startSpare(): void {
    if (!keepsSpare || idle.length > 0 || helpers.size >= size) return
    const spare = startOne()
    // Whether it starts or not: a helper that failed is not usable.
    spare.ready.catch(() => undefined).then(() => giveBack(spare))
  }

  function serveWaiters(): void {
    while (waiters.length > 0 && !isClosed) {
      const helper = takeFree()
      if (!helper) return
      waiters.shift()?.take(helper)
    }
  }

  function keepIdle(helper: HelperProcess): void {
    idle.push(helper)
    if (maxIdleMs === null) return
    const end = () => {
      unneeded.add(helper)
      helper.kill()
    }
    idleTimers.set(helper, setTimeout(end, maxIdleMs).unref())
  }

  function giveBack(helper: HelperProcess): void {
    if (helper.jobsTaken >= recycleAfterJobs || isClosed) helper.kill()
    if (helper.isUsable) keepIdle(helper)
    serveWaiters()
  }

  function acquire(signal: AbortSignal): Promise<HelperProcess> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { take: settle(resolve), refuse: settle(reject) }
      const onAbort = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        waiter.refuse(new AppError('cancelled'))
      }
      function settle<Value>(finish: (value: Value) => void): (value: Value) => void {
        return value => {
          signal.removeEventListener('abort', onAbort)
          finish(value)
        }
      }
      if (isClosed) return reject(new AppError('unavailable'))
      if (signal.aborted) return reject(new AppError('cancelled'))
      signal.addEventListener('abort', onAbort)
      waiters.push(waiter)
      serveWaiters()
    })
  }

  return {
    async warmUp() {
      const helper = startOne()
      await helper.ready
      giveBack(helper)
    },
    async run(job) {
      const helper = await acquire(job.signal)
      try {
        await helper.ready.catch(cause => {
          throw new AppError('unavailable', {}, { cause })
        })
        return await helper.run(job)
      } finally {
        giveBack(helper)
      }
    },
    async close() {
      isClosed = true
      for (const waiter of waiters.splice(0)) waiter.refuse(new AppError('unavailable'))
      const all = [...helpers]
      for (const helper of all) helper.kill()
      await Promise.all(all.map(helper => helper.gone))
    },
  }
}

/** Timeouts, memory limits and canceling kill a helper with SIGKILL, by the worker or the kernel; all else is a crash. */
function classifyExit(exit: Exit, isRecycled: boolean): HelperEnd {
  if (exitSignal(exit) !== 'SIGKILL') return 'crashed'
  return isRecycled ? 'recycled' : 'killed'
}
