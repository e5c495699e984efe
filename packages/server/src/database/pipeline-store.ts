/** Jobs of the public API: request, progress and the worker's lease. A trigger publishes every change. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import { plans } from '@filesmith/contract/plans'
import type { JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import { type PipelineProgress, pipelines, type StoredJobRequest } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from './drizzle.ts'
import { cancelJob, insertJobs } from './postgres-job-queue.ts'
import { queueDeliveries } from './webhook-store.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export interface PipelineRecord {
  readonly id: string
  readonly accountId: string
  readonly request: StoredJobRequest
  readonly status: JobStatus
  readonly progress: PipelineProgress
  readonly percent: number
  readonly stage: string
  /** Incremented with every change that watchers are notified of. */
  readonly revision: number
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
  readonly errorStep: number | null
  readonly errorFile: string | null
  /**
   * Number of times a worker claimed it; acts as a fencing token: a worker that lost its lease cannot write any more.
   */
  readonly attempt: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

type NewPipeline = Pick<
  PipelineRecord,
  'id' | 'accountId' | 'request' | 'progress' | 'createdAt' | 'expiresAt'
>

/** The claim of one worker, fenced by the attempt number. */
export type PipelineLease = Pick<PipelineRecord, 'id' | 'attempt'>

export interface PipelineFailure {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly step: number | null
  readonly file: string | null
}

export type PipelineOutcome =
  | { readonly status: 'succeeded'; readonly progress: PipelineProgress }
  | { readonly status: 'failed'; readonly failure: PipelineFailure }

/** Builds the webhook event of a finished job; stored in the same transaction as the outcome. */
export type BuildFinishedEvent = (
  record: PipelineRecord,
  finishedAt: Date,
) => { event: WebhookEvent; payload: string }

/** Pagination cursor: the last entry of the previous page. */
export type PipelineCursor = Pick<PipelineRecord, 'createdAt' | 'id'>

/** Time for the worker that ended a pipeline to clean up; afterwards another one does. */
const cleanupEnd = sql`now() + interval '30 seconds'`
/** Workers of the previous version claim pipelines by this column; they must leave those in the job queue alone. */
const leaseOfQueue = sql`now() + interval '1 day'`
const unfinished = inArray(pipelines.status, ['queued', 'running'])
const nextRevision = sql`${pipelines.revision} + 1`

type Changes = Parameters<ReturnType<Database['orm']['update']>['set']>[0]

export type PipelineStore = ReturnType<typeof createPipelineStore>

/** Jobs of the public API in PostgreSQL. A trigger publishes every change. */
export function createPipelineStore({ orm }: Database) {
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

  return withDatabaseErrors({
    async insert(pipeline: NewPipeline): Promise<void> {
      await orm.transaction(async tx => {
        await tx.insert(pipelines).values({ ...pipeline, leaseUntil: leaseOfQueue })
        await insertJobs(tx, [jobOf(pipeline)])
      })
    },

    /** Undefined if the id belongs to another account. */
    async find(id: string, accountId: string): Promise<PipelineRecord | undefined> {
      const [row] = await orm
        .select()
        .from(pipelines)
        .where(and(eq(pipelines.id, id), eq(pipelines.accountId, accountId)))
      return row && toRecord(row)
    },

    /** Newest first. */
    async list(
      accountId: string,
      { status }: { readonly status?: JobStatus | undefined },
      { after, limit }: { readonly after: PipelineCursor | null; readonly limit: number },
    ): Promise<PipelineRecord[]> {
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

    async countUnfinished(accountId: string): Promise<number> {
      const [row] = await orm
        .select({ count: count() })
        .from(pipelines)
        .where(and(eq(pipelines.accountId, accountId), unfinished))
      return row?.count ?? 0
    },

    /** True if the record existed. */
    async remove(id: string): Promise<boolean> {
      const { rowCount } = await orm.delete(pipelines).where(eq(pipelines.id, id))
      return rowCount !== 0
    },

    /** For workers: starts an attempt. Undefined if the pipeline is finished or deleted. */
    async begin(id: string): Promise<PipelineRecord | undefined> {
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

    /** Methods with an attempt return false if it is outdated: the job was canceled, or another worker claimed it. */
    requeue: (turn: PipelineLease): Promise<boolean> => change(isTurn(turn), { status: 'queued' }),

    /** Queues pipelines without a job: those of versions before the job queue. Returns their number. */
    async enqueueMissing(): Promise<number> {
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

    /** The percentage never decreases. */
    report: (turn: PipelineLease, percent: number, stage: string): Promise<boolean> =>
      change(isTurn(turn), {
        percent: sql`greatest(${pipelines.percent}, ${percent})`,
        stage,
        revision: nextRevision,
      }),

    saveProgress: (turn: PipelineLease, progress: PipelineProgress): Promise<boolean> =>
      change(isTurn(turn), { progress, revision: nextRevision }),

    finish(turn: PipelineLease, outcome: PipelineOutcome, describe: BuildFinishedEvent): Promise<boolean> {
      if (outcome.status === 'succeeded') {
        const { status, progress } = outcome
        return end(isTurn(turn), { status, stage: 'done', percent: 100, progress }, describe)
      }
      const { code, params, step, file } = outcome.failure
      const failed = { errorCode: code, errorParams: params, errorStep: step, errorFile: file }
      return end(isTurn(turn), { status: outcome.status, stage: 'failed', ...failed }, describe)
    },

    /** False if the job had already finished. */
    cancel: (id: string, describe: BuildFinishedEvent): Promise<boolean> =>
      end(and(eq(pipelines.id, id), unfinished), { status: 'cancelled', stage: 'cancelled' }, describe),

    /** Everything but the results has been deleted. */
    async markCleanedUp(id: string): Promise<void> {
      await change(eq(pipelines.id, id), { leaseUntil: null })
    },

    /** Finished jobs whose worker did not clean up. */
    async listAwaitingCleanup(limit: number): Promise<PipelineRecord[]> {
      const isOver = inArray(pipelines.status, ['succeeded', 'failed', 'cancelled'])
      const rows = await orm
        .select()
        .from(pipelines)
        .where(and(isOver, isNotNull(pipelines.leaseUntil), lt(pipelines.leaseUntil, sql`now()`)))
        .limit(limit)
      return rows.map(toRecord)
    },

    /** Deletes finished jobs whose retention ended; returns the number deleted. */
    async removeExpired(now: Date): Promise<number> {
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
