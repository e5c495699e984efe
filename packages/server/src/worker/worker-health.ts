/** Readiness and liveness of a worker. */
import { AppError } from '@filesmith/contract/errors'
import type { WorkerRegistry } from '../database/worker-registry.ts'
import type { Storage } from '../ports/storage.ts'
import type { WorkerLoop } from './run-queues.ts'

interface WorkerHealthDeps {
  readonly loop: Pick<WorkerLoop, 'lastPollMs' | 'isQueueReachable'>
  readonly workers: Pick<WorkerRegistry, 'listEngines'>
  readonly storage: Pick<Storage, 'stat'>
  /** Timeout of a hanging database connection. */
  readonly databaseTimeoutMs: number
}

/** A key that does not exist; a reachable storage says so. */
const missingKey = 'health/nothing'
/** Polls are half a second apart; a loaded machine may take longer. */
const pollLateMs = 15_000

export interface WorkerHealth {
  /** Throws if the database or the storage is unreachable, or jobs cannot be claimed. */
  checkHealth(): Promise<void>
  /** A restart does not fix a hanging database, so its timeout may pass twice first. */
  isAlive(): boolean
  /** Shutdown has begun. */
  stop(): void
}

export function createWorkerHealth({
  loop,
  workers,
  storage,
  databaseTimeoutMs,
}: WorkerHealthDeps): WorkerHealth {
  let isStopping = false
  const isPolling = (withinMs: number) => performance.now() - loop.lastPollMs < withinMs
  return {
    async checkHealth() {
      if (isStopping || !isPolling(pollLateMs) || !loop.isQueueReachable) throw new AppError('unavailable')
      await Promise.all([workers.listEngines(), storage.stat(missingKey)])
    },
    isAlive: () => isStopping || isPolling(2 * databaseTimeoutMs + pollLateMs),
    stop() {
      isStopping = true
    },
  }
}
