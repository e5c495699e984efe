/** Lets only so many pages be read at once, whichever files they belong to; who waits longest comes next. */
import { AppError } from '@filesmith/contract/errors'

export interface Slots {
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  function take(signal: AbortSignal): Promise<void> {
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

  function giveBack(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async run(signal, work) {
      await take(signal)
      try {
        return await work()
      } finally {
        giveBack()
      }
    },
  }
}
