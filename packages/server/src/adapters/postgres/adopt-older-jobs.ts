/** Moves jobs queued by versions without worker classes to the queue of their engines. */
import type { QueueClass } from '@filesmith/contract/operations/operation'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { conversionQueue, olderQueue } from './conversion-queues.ts'
import { openConversionQueue } from './job-boss.ts'

/** What this worker can run. */
export interface ServedWork {
  readonly engines: readonly string[]
  readonly enginesNeeded: (executionPlan: ExecutionPlan) => readonly string[]
}

/** Enough to get past jobs that need other engines. */
const batchSize = 100

const waitingSql = `
  select job.id, conversions.plan from pgboss.job
  join conversions on conversions.job_id = job.id
  where job.name = $1 and job.state < 'active' and job.start_after <= now()
  order by job.priority desc, job.created_on limit ${batchSize}`

/** Only while it is waiting: a worker of the older version may have claimed it. */
const moveSql = `update pgboss.job set name = $3 where name = $1 and id = $2 and state < 'active'`

export async function adoptOlderJobs(
  pool: pg.Pool,
  boss: PgBoss,
  served: ServedWork,
  queueClass: QueueClass,
  count: number,
): Promise<number> {
  const waiting = await pool.query<{ id: string; plan: ExecutionPlan }>(waitingSql, [olderQueue(queueClass)])
  let moved = 0
  for (const { id, plan } of waiting.rows) {
    if (moved >= count) break
    const needed = served.enginesNeeded(plan)
    if (!needed.every(engine => served.engines.includes(engine))) continue
    const queue = conversionQueue(queueClass, needed)
    await openConversionQueue(boss, queue)
    const { rowCount } = await pool.query(moveSql, [olderQueue(queueClass), id, queue])
    moved += rowCount ?? 0
  }
  return moved
}
