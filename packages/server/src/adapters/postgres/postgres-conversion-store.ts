/** Conversion records in PostgreSQL. A trigger notifies watchers and workers of every change. */

import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import { conversionQueues } from '../../ports/job-queue.ts'
import { conversionQueueing } from './conversion-queueing.ts'
import { type ConversionChanges, type ConversionRow, nextRevision } from './conversion-row.ts'
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
import { endWithoutResult } from './end-without-result.ts'
import { jobs } from './job-schema.ts'
import { listPast } from './list-past.ts'
import { moveOwned } from './move-owned.ts'
import { cancelJob, readEngines } from './postgres-job-queue.ts'
import { noteDeleted, recordResult } from './receipt-notes.ts'
import { conversionInputs, conversions } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const unfinished = inArray(conversions.status, ['queued', 'running'])

export function createPostgresConversionStore({ orm }: Database): ConversionStore {
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

  return withDatabaseErrors<ConversionStore>({
    ...conversionQueueing(orm),

    async find(id) {
      const [row] = await orm.select().from(conversions).where(eq(conversions.id, id))
      return row && toRecord(row)
    },

    async findOwned(id, ownerId) {
      const [row] = await orm
        .select()
        .from(conversions)
        .where(and(eq(conversions.id, id), eq(conversions.ownerId, ownerId)))
      return row && toRecord(row)
    },

    async listRecent(ownerId, limit) {
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

    async listInputs(id) {
      const rows = await orm
        .select()
        .from(conversionInputs)
        .where(eq(conversionInputs.conversionId, id))
        .orderBy(asc(conversionInputs.position))
      return rows.map(({ conversionId, position, ...input }) => input)
    },

    async listBatch(batchId, ownerId) {
      const rows = await orm
        .select()
        .from(conversions)
        .where(and(eq(conversions.batchId, batchId), eq(conversions.ownerId, ownerId)))
        .orderBy(asc(conversions.batchPosition))
      return rows.map(toRecord)
    },

    async listOwned(ownerId) {
      const rows = await orm.select().from(conversions).where(eq(conversions.ownerId, ownerId))
      return rows.map(toRecord)
    },

    async listPast(ownerId, filter, page) {
      const found = await listPast(orm, ownerId, filter, page)
      return found.map(({ row, hasUpload }) => ({ ...toRecord(row), hasUpload }))
    },

    async moveOwned(visitorId, account) {
      await orm.transaction(tx => moveOwned(tx, visitorId, account))
    },

    async begin(id, workerId) {
      const row = await change(id, unfinished, {
        status: 'running',
        stage: 'starting',
        attempt: sql`${conversions.attempt} + 1`,
        startedAt: sql`now()`,
        workerId: workerId ?? null,
      })
      return row && toRecord(row)
    },

    async reportProgress(id, attempt, percent, stage) {
      // A retry starts over, but the progress bar shown to the user must not go back.
      await change(id, isAttempt(attempt), {
        percent: sql`greatest(${conversions.percent}, ${percent})`,
        stage,
      })
    },

    async requeue(id, attempt) {
      await change(id, isAttempt(attempt), { status: 'queued', stage: 'queued', startedAt: null })
    },

    async succeed(id, attempt, result) {
      const changes: ConversionChanges = {
        status: 'succeeded',
        percent: 100,
        stage: 'done',
        resultKey: result.key,
        resultSize: result.sizeBytes,
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

    async fail(id, attempt, error) {
      const row = await endWithoutResult(orm, id, and(unfinished, eq(conversions.attempt, attempt)), {
        status: 'failed',
        stage: 'failed',
        errorCode: error.code,
        errorParams: error.params,
        errorDetail: error.detail ?? null,
      })
      return row !== undefined
    },

    async cancel(id) {
      const row = await endWithoutResult(orm, id, unfinished, { status: 'cancelled', stage: 'cancelled' })
      if (row) await cancelJob(orm, row.jobId)
      return row !== undefined
    },

    async remove(id, reason) {
      await orm.transaction(async tx => {
        await tx.delete(conversions).where(eq(conversions.id, id))
        await noteDeleted(tx, { conversionId: id }, reason)
      })
    },

    async isUploadInUse(uploadId) {
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

    async listExpired(now, limit) {
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

    async markExpired(id) {
      const changes: ConversionChanges = { status: 'expired', stage: 'expired', resultKey: null, parts: [] }
      await orm.transaction(async tx => {
        await change(id, undefined, changes, tx)
        await noteDeleted(tx, { conversionId: id }, 'expired')
      })
    },

    async removeExpiredBefore(moment) {
      const removed = await orm
        .delete(conversions)
        .where(and(eq(conversions.status, 'expired'), lt(conversions.expiresAt, moment)))
      return removed.rowCount ?? 0
    },

    async listLost(limit) {
      const lost = notExists(orm.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, conversions.jobId)))
      const rows = await orm.select().from(conversions).where(and(unfinished, lost)).limit(limit)
      return rows.map(toRecord)
    },

    async listStranded(workers, waitedSeconds, limit) {
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
