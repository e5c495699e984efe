/** Conversion records in PostgreSQL. A trigger notifies watchers and workers of every change. */

import type { PgBoss } from 'pg-boss'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import { conversionQueueing } from './conversion-queueing.ts'
import { isConversionQueueSql, readConversionQueue } from './conversion-queues.ts'
import { type ConversionChanges, type ConversionRow, nextRevision } from './conversion-row.ts'
import type { Database } from './database.ts'
import { and, asc, desc, eq, inArray, isNotNull, lt, type SQL, sql, unionAll } from './drizzle.ts'
import { endWithoutResult } from './end-without-result.ts'
import { listPast } from './list-past.ts'
import { moveOwned } from './move-owned.ts'
import { noteDeleted, recordResult } from './receipt-notes.ts'
import { conversionInputs, conversions } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const isConversionQueue = sql.raw(isConversionQueueSql('name'))
const unfinished = inArray(conversions.status, ['queued', 'running'])

export function createPostgresConversionStore({ orm }: Database, boss: PgBoss): ConversionStore {
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

  /** The version that queued a job decides its queue. */
  async function findQueue(jobId: string): Promise<string | undefined> {
    const found = await orm.execute<{ name: string }>(
      sql`select name from pgboss.job where name in (select name from pgboss.queue where ${isConversionQueue}) and id = ${jobId}`,
    )
    return found.rows[0]?.name
  }

  const isAttempt = (attempt: number) =>
    and(eq(conversions.status, 'running'), eq(conversions.attempt, attempt))

  return withDatabaseErrors<ConversionStore>({
    ...conversionQueueing(orm, boss),

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
      const queue = row && (await findQueue(row.jobId))
      if (row && queue !== undefined) await boss.cancel(queue, row.jobId)
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
      const lost = sql`not exists (
        select 1 from pgboss.job
        where job.name in (select name from pgboss.queue where ${isConversionQueue})
          and job.id = ${conversions.jobId}
          and job.state in ('created', 'retry', 'active'))`
      const rows = await orm.select().from(conversions).where(and(unfinished, lost)).limit(limit)
      return rows.map(toRecord)
    },

    async listStranded(workers, waitedSeconds, limit) {
      const queues = await orm.execute<{ name: string }>(
        sql`select name from pgboss.queue where ${isConversionQueue}`,
      )
      const isServed = (engines: readonly string[]) =>
        workers.some(worker => engines.every(engine => worker.includes(engine)))
      const stranded = queues.rows
        .map(({ name }) => name)
        .filter(name => !isServed(readConversionQueue(name)?.engines ?? []))
      if (stranded.length === 0) return []
      const isWaiting = sql`exists (
        select 1 from pgboss.job
        where job.name in ${stranded} and job.id = ${conversions.jobId} and job.state < 'active'
          and job.start_after < now() - ${waitedSeconds} * interval '1 second')`
      const rows = await orm.select().from(conversions).where(and(unfinished, isWaiting)).limit(limit)
      return rows.map(toRecord)
    },
  })
}

/** Internal columns for operators are omitted: records are returned to their owners. */
function toRecord(row: ConversionRow): ConversionRecord {
  const { jobId, chargedOn, chargedAddress, errorDetail, workerId, ...record } = row
  return record
}
