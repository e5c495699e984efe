/** Jobs of the public API in PostgreSQL. A trigger publishes every change. */

import { plans } from '@filesmith/contract/plans'
import type {
  BuildFinishedEvent,
  PipelineCursor,
  PipelineLease,
  PipelineRecord,
  PipelineStore,
} from '../../ports/pipeline-store.ts'
import { pipelines } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from './drizzle.ts'
import { cancelJob, insertJobs } from './postgres-job-queue.ts'
import { queueDeliveries } from './webhook-queueing.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** Time for the worker that ended a pipeline to clean up; afterwards another one does. */
const cleanupEnd = sql`now() + interval '30 seconds'`
/** Workers of the previous version claim pipelines by this column; they must leave those in the job queue alone. */
const leaseOfQueue = sql`now() + interval '1 day'`
const unfinished = inArray(pipelines.status, ['queued', 'running'])
const nextRevision = sql`${pipelines.revision} + 1`

type Changes = Parameters<ReturnType<Database['orm']['update']>['set']>[0]

export function createPostgresPipelineStore({ orm }: Database): PipelineStore {
  const isTurn = ({ id, attempt }: PipelineLease) =>
    and(eq(pipelines.id, id), eq(pipelines.attempt, attempt), eq(pipelines.status, 'running'))

  async function change(condition: SQL | undefined, changes: Changes): Promise<boolean> {
    const { rowCount } = await orm.update(pipelines).set(changes).where(condition)
    return rowCount !== 0
  }

  /** Ends the job and enqueues its webhook deliveries in one transaction. */
  async function end(
    condition: SQL | undefined,
    changes: Changes,
    describe: BuildFinishedEvent,
  ): Promise<boolean> {
    return orm.transaction(async tx => {
      const [row] = await tx
        .update(pipelines)
        .set({
          ...changes,
          leaseUntil: cleanupEnd,
          request: sql`jsonb_set(${pipelines.request}, '{sealed}', 'null')`,
          finishedAt: sql`now()`,
          revision: nextRevision,
        })
        .where(condition)
        .returning()
      if (row?.status === 'cancelled') await cancelJob(tx, row.id)
      if (row?.finishedAt) await queueDeliveries(tx, row.accountId, describe(toRecord(row), row.finishedAt))
      return row !== undefined
    })
  }

  return withDatabaseErrors<PipelineStore>({
    async insert(pipeline) {
      await orm.transaction(async tx => {
        await tx.insert(pipelines).values({ ...pipeline, leaseUntil: leaseOfQueue })
        await insertJobs(tx, [jobOf(pipeline)])
      })
    },

    async find(id, accountId) {
      const [row] = await orm
        .select()
        .from(pipelines)
        .where(and(eq(pipelines.id, id), eq(pipelines.accountId, accountId)))
      return row && toRecord(row)
    },

    async list(accountId, { status }, { after, limit }) {
      const rows = await orm
        .select()
        .from(pipelines)
        .where(
          and(
            eq(pipelines.accountId, accountId),
            status && eq(pipelines.status, status),
            after ? isOlder(after) : undefined,
          ),
        )
        .orderBy(desc(pipelines.createdAt), desc(pipelines.id))
        .limit(limit)
      return rows.map(toRecord)
    },

    async countUnfinished(accountId) {
      const [row] = await orm
        .select({ count: count() })
        .from(pipelines)
        .where(and(eq(pipelines.accountId, accountId), unfinished))
      return row?.count ?? 0
    },

    async remove(id) {
      const { rowCount } = await orm.delete(pipelines).where(eq(pipelines.id, id))
      return rowCount !== 0
    },

    async begin(id) {
      const [row] = await orm
        .update(pipelines)
        .set({
          status: 'running',
          attempt: sql`${pipelines.attempt} + 1`,
          leaseUntil: leaseOfQueue,
          startedAt: sql`coalesce(${pipelines.startedAt}, now())`,
          revision: nextRevision,
        })
        .where(and(eq(pipelines.id, id), unfinished))
        .returning()
      return row && toRecord(row)
    },

    requeue: turn => change(isTurn(turn), { status: 'queued' }),

    async enqueueMissing() {
      const isUnqueued = sql`not exists (select from jobs where jobs.id = ${pipelines.id})`
      const isUnleased = or(isNull(pipelines.leaseUntil), lt(pipelines.leaseUntil, sql`now()`))
      return orm.transaction(async tx => {
        const rows = await tx
          .select()
          .from(pipelines)
          .where(and(unfinished, isUnleased, isUnqueued))
          .limit(100)
        await insertJobs(tx, rows.map(jobOf))
        return rows.length
      })
    },

    report: (turn, percent, stage) =>
      change(isTurn(turn), {
        percent: sql`greatest(${pipelines.percent}, ${percent})`,
        stage,
        revision: nextRevision,
      }),

    saveProgress: (turn, progress) => change(isTurn(turn), { progress, revision: nextRevision }),

    finish(turn, outcome, describe) {
      if (outcome.status === 'succeeded') {
        const { status, progress } = outcome
        return end(isTurn(turn), { status, stage: 'done', percent: 100, progress }, describe)
      }
      const { code, params, step, file } = outcome.failure
      const failed = { errorCode: code, errorParams: params, errorStep: step, errorFile: file }
      return end(isTurn(turn), { status: outcome.status, stage: 'failed', ...failed }, describe)
    },

    cancel: (id, describe) =>
      end(and(eq(pipelines.id, id), unfinished), { status: 'cancelled', stage: 'cancelled' }, describe),

    async markCleanedUp(id) {
      await change(eq(pipelines.id, id), { leaseUntil: null })
    },

    async listAwaitingCleanup(limit) {
      const isOver = inArray(pipelines.status, ['succeeded', 'failed', 'cancelled'])
      const rows = await orm
        .select()
        .from(pipelines)
        .where(and(isOver, isNotNull(pipelines.leaseUntil), lt(pipelines.leaseUntil, sql`now()`)))
        .limit(limit)
      return rows.map(toRecord)
    },

    async removeExpired(now) {
      const isOver = inArray(pipelines.status, ['succeeded', 'failed', 'cancelled'])
      const removed = await orm
        .delete(pipelines)
        .where(and(isOver, isNull(pipelines.leaseUntil), lt(pipelines.expiresAt, now)))
      return removed.rowCount ?? 0
    },
  })
}

function jobOf({ id, accountId }: Pick<PipelineRecord, 'id' | 'accountId'>) {
  return {
    id,
    queue: 'run-pipeline' as const,
    payload: { pipelineId: id, accountId },
    owner: { key: `pipelines:${accountId}`, limit: plans.pro.concurrentJobs },
  }
}

function isOlder({ createdAt, id }: PipelineCursor): SQL {
  return sql`(${pipelines.createdAt}, ${pipelines.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`
}

function toRecord({ leaseUntil, traceParent, ...record }: typeof pipelines.$inferSelect): PipelineRecord {
  return record
}
