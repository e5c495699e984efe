/** Tells everybody that this worker lives and what its engines can do. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { EngineRuntime, EngineStatus } from '@filesmith/engines/engine'
import type { Log } from '../ports/log.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import type { OwnIdentity } from './worker-identity.ts'

const announceMs = 10_000

export async function announceWorker(
  workers: WorkerRegistry,
  { id: workerId, ...identity }: OwnIdentity,
  engines: EngineRuntime,
  queueClasses: readonly QueueClass[],
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const describe = (status: EngineStatus) => ({
    ...status,
    queueClasses,
    ...(status.engine === 'translation' &&
      status.isAvailable && { pairs: engines.translator?.pairs() ?? [] }),
  })
  const announce = () => workers.announce(workerId, engines.statuses.map(describe), identity)
  await announce()
  const timer = setInterval(() => {
    announce().catch(error => log.warn({ err: error }, 'could not announce this worker'))
  }, announceMs)
  return {
    async stop() {
      clearInterval(timer)
      await workers.withdraw(workerId).catch(() => undefined)
    },
  }
}
