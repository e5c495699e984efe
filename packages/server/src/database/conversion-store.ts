/** Conversions: enqueued with their charge in one transaction; a trigger publishes every change. */

import type { PlanId } from '@filesmith/contract/plans'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import { conversionQueues } from '../ports/job-queue.ts'
import { type ConversionChanges, endWithoutResult, nextRevision } from './conversion-changes.ts'
import { conversionQueueing } from './conversion-queueing.ts'
import type {
  ConversionInput,
  ConversionRecord,
  ConversionResult,
  HistoryCursor,
  HistoryFilter,
  NewConversion,
  PastConversionRecord,
} from './conversion-record.ts'
import type { Database } from './database.ts'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  notExists,
  type SQL,
  sql,
  unionAll,
} from './drizzle.ts'
import { jobs } from './job-schema.ts'
import { listPast, moveOwned } from './past-conversions.ts'
import { cancelJob, readEngines } from './postgres-job-queue.ts'
import { noteDeleted, recordResult } from './receipt-store.ts'
import { type ConversionRow, conversionInputs, conversions } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const unfinished = inArray(conversions.status, ['queued', 'running'])

export type ConversionStore = ReturnType<typeof createConversionStore>

/** Conversion records in PostgreSQL. A trigger notifies watchers and workers of every change. */
export function createConversionStore({ orm }: Database) {
  async function change(
    id: string,
    condition: SQL | undefined,
    changes: ConversionChanges,
    tx: Transaction | typeof orm = orm,
  ): Promise<ConversionRow | undefined> {
    const [row] = await tx
      .update(conversions)
      .set({ ...changes, revision: nextRevision })
      .where(and(eq(conversions.id, id), condition))
      .returning()
    return row
  }

  const isAttempt = (attempt: number) =>
    and(eq(conversions.status, 'running'), eq(conversions.attempt, attempt))

  return withDatabaseErrors({
    ...conversionQueueing(orm),

    async find(id: string): Promise<ConversionRecord | undefined> {
      const [row] = await orm.select().from(conversions).where(eq(conversions.id, id))
      return row && toRecord(row)
    },

    /** Undefined if the id belongs to another owner. */
    async findOwned(id: string, ownerId: string): Promise<ConversionRecord | undefined> {
      const [row] = await orm
        .select()
        .from(conversions)
        .where(and(eq(conversions.id, id), eq(conversions.ownerId, ownerId)))
      return row && toRecord(row)
    },

    /** Succeeded conversions, newest first, including those whose result has expired. */
    async listRecent(ownerId: string, limit: number): Promise<ConversionRecord[]> {
      const hadResult = and(
        inArray(conversions.status, ['succeeded', 'expired']),
        isNotNull(conversions.resultSize),
      )
      const rows = await orm
        .select()
        .from(conversions)
        .where(and(eq(conversions.ownerId, ownerId), hadResult))
        .orderBy(desc(conversions.createdAt))
        .limit(limit)
      return rows.map(toRecord)
    },

    /** All input files in order; empty for a conversion with a single input. */
    async listInputs(id: string): Promise<ConversionInput[]> {
      const rows = await orm
        .select()
        .from(conversionInputs)
        .where(eq(conversionInputs.conversionId, id))
        .orderBy(asc(conversionInputs.position))
      return rows.map(({ conversionId, position, ...input }) => input)
    },

    /** Names with folders, by conversion; only those of files that came from a folder. */
    async listBatchPaths(batchId: string): Promise<ReadonlyMap<string, string>> {
      const rows = await orm
        .select({ id: conversions.id, name: conversionInputs.name })
        .from(conversions)
        .innerJoin(conversionInputs, eq(conversionInputs.conversionId, conversions.id))
        .where(and(eq(conversions.batchId, batchId), eq(conversionInputs.position, 0)))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    /** Ordered by position; empty if the batch belongs to another owner. */
    async listBatch(batchId: string, ownerId: string): Promise<ConversionRecord[]> {
      const rows = await orm
        .select()
        .from(conversions)
        .where(and(eq(conversions.batchId, batchId), eq(conversions.ownerId, ownerId)))
        .orderBy(asc(conversions.batchPosition))
      return rows.map(toRecord)
    },

    /** In any state. */
    async listOwned(ownerId: string): Promise<ConversionRecord[]> {
      const rows = await orm.select().from(conversions).where(eq(conversions.ownerId, ownerId))
      return rows.map(toRecord)
    },

    /** All states, newest first. */
    async listPast(
      ownerId: string,
      filter: HistoryFilter,
      page: { readonly after: HistoryCursor | null; readonly limit: number },
    ): Promise<PastConversionRecord[]> {
      const found = await listPast(orm, ownerId, filter, page)
      return found.map(({ row, hasUpload }) => ({ ...toRecord(row), hasUpload }))
    },

    /** After a visitor signs in: transfers uploads, conversions and charged usage to the account. */
    async moveOwned(
      visitorId: string,
      account: { readonly id: string; readonly plan: PlanId },
    ): Promise<void> {
      await orm.transaction(tx => moveOwned(tx, visitorId, account))
    },

    /** Starts an attempt and records the worker; undefined if there is nothing left to do. */
    async begin(id: string, workerId?: string): Promise<ConversionRecord | undefined> {
      const row = await change(id, unfinished, {
        status: 'running',
        stage: 'starting',
        attempt: sql`${conversions.attempt} + 1`,
        startedAt: sql`now()`,
        workerId: workerId ?? null,
      })
      return row && toRecord(row)
    },

    /** The percentage never decreases. */
    async reportProgress(id: string, attempt: number, percent: number, stage: string): Promise<void> {
      // A retry starts over, but the progress bar shown to the user must not go back.
      await change(id, isAttempt(attempt), {
        percent: sql`greatest(${conversions.percent}, ${percent})`,
        stage,
      })
    },

    /** The attempt failed because of an internal error and is queued again. */
    async requeue(id: string, attempt: number): Promise<void> {
      await change(id, isAttempt(attempt), { status: 'queued', stage: 'queued', startedAt: null })
    },

    /** `succeed` and `fail` return false if the attempt is no longer the current one; its outcome is discarded. */
    async succeed(id: string, attempt: number, result: ConversionResult): Promise<boolean> {
      const changes: ConversionChanges = {
        status: 'succeeded',
        percent: 100,
        stage: 'done',
        resultKey: result.key,
        resultSize: result.sizeBytes,
        resultPages: result.pages ?? null,
        ...(result.format && { convertedFormat: result.format }),
        media: result.media,
        notes: result.notes ?? [],
        parts: result.parts ?? [],
        sealedPassword: null,
        finishedAt: sql`now()`,
      }
      return orm.transaction(async tx => {
        const row = await change(id, isAttempt(attempt), changes, tx)
        if (row) await recordResult(tx, row)
        return row !== undefined
      })
    },

    /** Refunds the charge to the allowance. */
    async fail(id: string, attempt: number, error: NonNullable<NewConversion['failure']>): Promise<boolean> {
      const row = await endWithoutResult(orm, id, and(unfinished, eq(conversions.attempt, attempt)), {
        status: 'failed',
        stage: 'failed',
        errorCode: error.code,
        errorParams: error.params,
        errorDetail: error.detail ?? null,
      })
      return row !== undefined
    },

    /** Refunds the charge; false if the conversion had already finished. */
    async cancel(id: string): Promise<boolean> {
      const row = await endWithoutResult(orm, id, unfinished, { status: 'cancelled', stage: 'cancelled' })
      if (row) await cancelJob(orm, row.jobId)
      return row !== undefined
    },

    /** Call only after the result's bytes are deleted: the deletion receipt is updated in the same transaction. */
    async remove(id: string, reason: DeletionReason): Promise<void> {
      await orm.transaction(async tx => {
        await tx.delete(conversions).where(eq(conversions.id, id))
        await noteDeleted(tx, { conversionId: id }, reason)
      })
    },

    async isUploadInUse(uploadId: string): Promise<boolean> {
      const asOnly = orm
        .select({ id: conversions.id })
        .from(conversions)
        .where(eq(conversions.uploadId, uploadId))
      const asOneOfMany = orm
        .select({ id: conversionInputs.conversionId })
        .from(conversionInputs)
        .where(eq(conversionInputs.uploadId, uploadId))
      const [row] = await unionAll(asOnly, asOneOfMany).limit(1)
      return row !== undefined
    },

    async listExpired(now: Date, limit: number): Promise<ConversionRecord[]> {
      const rows = await orm
        .select()
        .from(conversions)
        .where(
          and(
            lt(conversions.expiresAt, now),
            inArray(conversions.status, ['succeeded', 'failed', 'cancelled']),
          ),
        )
        .limit(limit)
      return rows.map(toRecord)
    },

    async markExpired(id: string): Promise<void> {
      const changes: ConversionChanges = { status: 'expired', stage: 'expired', resultKey: null, parts: [] }
      await orm.transaction(async tx => {
        await change(id, undefined, changes, tx)
        await noteDeleted(tx, { conversionId: id }, 'expired')
      })
    },

    /** Deletes the records of conversions that expired before this time; returns the number deleted. */
    async removeExpiredBefore(moment: Date): Promise<number> {
      const removed = await orm
        .delete(conversions)
        .where(and(eq(conversions.status, 'expired'), lt(conversions.expiresAt, moment)))
      return removed.rowCount ?? 0
    },

    /** Waiting or running according to the record, but missing from the queue. */
    async listLost(limit: number): Promise<ConversionRecord[]> {
      const lost = notExists(orm.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, conversions.jobId)))
      const rows = await orm
        .select()
        .from(conversions)
        .where(and(unfinished, lost))
        .orderBy(conversions.id)
        .limit(limit)
      return rows.map(toRecord)
    },

    /** Waiting longer than `waitedSeconds`, although none of these workers has all required engines. */
    async listStranded(
      workers: readonly (readonly string[])[],
      waitedSeconds: number,
      limit: number,
    ): Promise<ConversionRecord[]> {
      const waiting = await orm
        .selectDistinct({ engines: jobs.engines })
        .from(jobs)
        .where(and(inArray(jobs.queue, Object.values(conversionQueues)), eq(jobs.state, 'waiting')))
      const isServed = (engines: readonly string[]) =>
        workers.some(worker => engines.every(engine => worker.includes(engine)))
      const stranded = waiting.flatMap(({ engines }) => (isServed(readEngines(engines)) ? [] : [engines]))
      if (stranded.length === 0) return []
      const rows = await orm
        .select(getTableColumns(conversions))
        .from(conversions)
        .innerJoin(jobs, eq(jobs.id, conversions.jobId))
        .where(
          and(
            unfinished,
            eq(jobs.state, 'waiting'),
            inArray(jobs.engines, stranded),
            lt(jobs.dueAt, sql`now() - ${waitedSeconds} * interval '1 second'`),
          ),
        )
        .limit(limit)
      return rows.map(toRecord)
    },
  })
}

/** Internal columns for operators are omitted: records are returned to their owners. */
function toRecord(row: ConversionRow): ConversionRecord {
  const { jobId, chargedOn, chargedAddress, errorDetail, workerId, ...record } = row
  return record
}
