/** FIFO semaphore that limits how many pages are recognized at once, across all files. */
import { AppError } from '@filesmith/contract/errors'

export interface Semaphore {
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = count

  function acquire(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new AppError('cancelled'))
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(proceed), 1)
        reject(new AppError('cancelled'))
      }
      const proceed = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      signal.addEventListener('abort', onAbort)
      waiting.push(proceed)
    })
  }

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async run(signal, work) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
