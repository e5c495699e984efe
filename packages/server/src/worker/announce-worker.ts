/** Registers this worker and its engines in the worker registry, and renews the registration. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { EngineRuntime, EngineStatus } from '@filesmith/engines/engine'
import type { WorkerRegistry } from '../database/worker-registry.ts'
import type { Log } from '../ports/log.ts'
import type { ThisWorker } from './worker-identity.ts'

const announceMs = 10_000

export async function announceWorker(
  workers: WorkerRegistry,
  { id: workerId, ...identity }: ThisWorker,
  engines: EngineRuntime,
  queueClasses: readonly QueueClass[],
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const describe = (status: EngineStatus) => ({
    ...status,
    queueClasses,
    lanes: queueClasses,
    hasJobQueue: true,
    ...(status.engine === 'translation' &&
      status.isAvailable && { pairs: engines.translator?.pairs() ?? [] }),
  })
  const announce = () => workers.announce(workerId, engines.statuses.map(describe), identity)
  await announce()
  const timer = setInterval(() => {
    announce().catch(error => log.warn({ err: error }, 'worker registration failed'))
  }, announceMs)
  return {
    async stop() {
      clearInterval(timer)
      await workers.withdraw(workerId).catch(() => undefined)
    },
  }
}
