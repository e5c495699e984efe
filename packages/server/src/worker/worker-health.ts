/** Whether a worker can do its work, and whether it still turns at all. */
import { AppError } from '@filesmith/contract/errors'
import type { Storage } from '../ports/storage.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import type { Claimer } from './claim-jobs.ts'

interface WorkerHealthDeps {
  readonly claimers: readonly Pick<Claimer, 'turnedMs' | 'isAnswered'>[]
  readonly workers: Pick<WorkerRegistry, 'listEngines'>
  readonly storage: Pick<Storage, 'stat'>
  /** After which a silent database connection is given up. */
  readonly silenceMs: number
}

/** Nothing lies there; a storage that says so answers. */
const nobodysKey = 'health/nothing'
/** Turns are half a second apart; a busy machine may make more of it. */
const lateMs = 15_000

export interface WorkerHealth {
  /** Throws when the database or the storage does not answer, or no job could be taken. */
  checkHealth(): Promise<void>
  /** A database that is silent is not mended by a new start, so there is time to give it up first, twice. */
  isAlive(): boolean
  /** It takes nothing any more. */
  stop(): void
}

export function watchWorkerHealth({ claimers, workers, storage, silenceMs }: WorkerHealthDeps): WorkerHealth {
  let isStopping = false
  const areTurning = (withinMs: number) =>
    claimers.every(({ turnedMs }) => performance.now() - turnedMs < withinMs)
  return {
    async checkHealth() {
      if (isStopping || !areTurning(lateMs) || !claimers.every(({ isAnswered }) => isAnswered))
        throw new AppError('unavailable')
      await Promise.all([workers.listEngines(), storage.stat(nobodysKey)])
    },
    isAlive: () => isStopping || areTurning(2 * silenceMs + lateMs),
    stop() {
      isStopping = true
    },
  }
}
