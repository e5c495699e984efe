/** Running workers in PostgreSQL; one without a recent heartbeat is considered dead. */
import { adminEngineMessages } from '@filesmith/contract/messages/admin-engines'
import type { EngineReport, WorkerRegistry } from '../../ports/worker-registry.ts'
import { enginesOff } from './admin-schema.ts'
import type { Database } from './database.ts'
import { desc, eq, gt, lt, sql } from './drizzle.ts'
import { workers } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

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

  async function listDisabledEngines(): Promise<ReadonlySet<string>> {
    const rows = await orm.select({ engine: enginesOff.engine }).from(enginesOff)
    return new Set(rows.map(({ engine }) => engine))
  }

  return withDatabaseErrors<WorkerRegistry>({
    async announce(workerId, engines, identity) {
      const seen = { engines, ...identity, seenAt: sql`now()` }
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
    async listIdentified() {
      return orm.select().from(workers).where(gt(workers.seenAt, aliveFor)).orderBy(desc(workers.startedAt))
    },
    listDisabledEngines,
    async listEngines() {
      const [reports, off] = await Promise.all([listWorkers(), listDisabledEngines()])
      return reports.flat().map(report => (off.has(report.engine) ? asMissing(report) : report))
    },
  })
}

function asMissing({ pairs: _, ...report }: EngineReport): EngineReport {
  return { ...report, isAvailable: false, reason: adminEngineMessages.switchedOff }
}
