/** Running workers and the engines they have; web processes build execution plans with the engines available. One without a recent heartbeat is considered dead. */

import { adminEngineMessages } from '@filesmith/contract/messages/admin-engines'
import { enginesOff } from './admin-schema.ts'
import type { Database } from './database.ts'
import { desc, eq, gt, lt, sql } from './drizzle.ts'
import { type EngineReport, workers } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Identifies a worker process. */
export interface WorkerIdentity {
  readonly host: string
  readonly processId: number
  readonly version: string
  readonly startedAt: Date
}

/** Workers of an older version report only their engines. */
interface WorkerRecord extends Nullable<WorkerIdentity> {
  readonly id: string
  readonly engines: readonly EngineReport[]
  readonly seenAt: Date
}

type Nullable<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | null }

const aliveFor = sql`now() - interval '30 seconds'`
const forgottenAfter = sql`now() - interval '1 day'`

export type WorkerRegistry = ReturnType<typeof createWorkerRegistry>

/** Running workers in PostgreSQL; one without a recent heartbeat is considered dead. */
export function createWorkerRegistry({ orm }: Database) {
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

  return withDatabaseErrors({
    async announce(
      workerId: string,
      engines: readonly EngineReport[],
      identity?: WorkerIdentity,
    ): Promise<void> {
      const seen = { engines, ...identity, seenAt: sql`now()` }
      await orm
        .insert(workers)
        .values({ id: workerId, ...seen })
        .onConflictDoUpdate({ target: workers.id, set: seen })
      await orm.delete(workers).where(lt(workers.seenAt, forgottenAfter))
    },
    async withdraw(workerId: string): Promise<void> {
      await orm.delete(workers).where(eq(workers.id, workerId))
    },
    /** Reports by worker, ignoring disabled engines. */
    listWorkers,
    /** Reports by worker, with the worker's identity. */
    async listIdentified(): Promise<WorkerRecord[]> {
      return orm.select().from(workers).where(gt(workers.seenAt, aliveFor)).orderBy(desc(workers.startedAt))
    },
    /** Engines disabled by operators. */
    listDisabledEngines,
    /** Reports of all live workers; a disabled engine counts as missing. */
    async listEngines(): Promise<EngineReport[]> {
      const [reports, off] = await Promise.all([listWorkers(), listDisabledEngines()])
      return reports.flat().map(report => (off.has(report.engine) ? asMissing(report) : report))
    },
  })
}

function asMissing({ pairs: _, ...report }: EngineReport): EngineReport {
  return { ...report, isAvailable: false, reason: adminEngineMessages.switchedOff }
}
