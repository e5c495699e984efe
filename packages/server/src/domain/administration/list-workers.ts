/** Running workers with their engines, queue classes and load. */
import type { AdminWorker } from '@filesmith/contract/schemas/admin'
import { servedQueueClasses } from '../engines/live-workers.ts'
import type { AdminDeps } from './admin-deps.ts'

export async function listWorkers(deps: Pick<AdminDeps, 'workers' | 'load'>): Promise<AdminWorker[]> {
  const [workers, running] = await Promise.all([deps.workers.listIdentified(), deps.load.runningByWorker()])
  return workers.map(({ id, host, processId, version, startedAt, seenAt, engines }) => ({
    id,
    host,
    processId,
    version,
    startedAt: startedAt?.toISOString() ?? null,
    seenAt: seenAt.toISOString(),
    queueClasses: [...servedQueueClasses(engines)],
    running: running.get(id) ?? 0,
    engines: engines.map(({ engine, isAvailable, reason }) => ({ engine, isAvailable, reason })),
  }))
}
