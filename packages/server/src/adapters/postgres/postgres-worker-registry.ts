/** Living workers in PostgreSQL; one that has not been heard of for a while is forgotten. */
import { eq, gt, lt, sql } from 'drizzle-orm'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import type { Database } from './database.ts'
import { workers } from './schema.ts'
import { translateFaults } from './translate-faults.ts'

const aliveFor = sql`now() - interval '30 seconds'`
const forgottenAfter = sql`now() - interval '1 day'`

export function createPostgresWorkerRegistry({ orm }: Database): WorkerRegistry {
  async function listWorkers() {
    const alive = await orm
      .select({ engines: workers.engines })
      .from(workers)
      .where(gt(workers.seenAt, aliveFor))
    return alive.map(worker => worker.engines)
  }

  return translateFaults<WorkerRegistry>({
    async announce(workerId, engines) {
      const seen = { engines, seenAt: sql`now()` }
      await orm
        .insert(workers)
        .values({ id: workerId, ...seen })
        .onConflictDoUpdate({ target: workers.id, set: seen })
      await orm.delete(workers).where(lt(workers.seenAt, forgottenAfter))
    },
    async withdraw(workerId) {
      await orm.delete(workers).where(eq(workers.id, workerId))
    },
    listWorkers,
    async listEngines() {
      return (await listWorkers()).flat()
    },
  })
}
