/** Upload records in PostgreSQL. */

import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'
import type { Database } from './database.ts'
import { and, eq, inArray, isNull, lt, notExists, or, sql } from './drizzle.ts'
import { noteDeleted, recordPreview } from './receipt-notes.ts'
import { conversionInputs, conversions, uploads } from './schema.ts'
import { uploadReservations } from './upload-reservations.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const inMilliseconds = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`

export function createPostgresUploadStore({ orm }: Database): UploadStore {
  return withDatabaseErrors<UploadStore>({
    ...uploadReservations(orm),

    async find(id, ownerId) {
      const [row] = await orm
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)))
      return row && toRecord(row)
    },

    async listOwned(ownerId) {
      const rows = await orm.select().from(uploads).where(eq(uploads.ownerId, ownerId))
      return rows.map(toRecord)
    },

    async listSome(ids, ownerId) {
      const rows = await orm
        .select()
        .from(uploads)
        .where(and(inArray(uploads.id, [...ids]), eq(uploads.ownerId, ownerId)))
      return rows.map(toRecord)
    },

    async findForWork(id) {
      const [row] = await orm.select().from(uploads).where(eq(uploads.id, id))
      return row && toRecord(row)
    },

    async recordInspection(id, inspection) {
      return orm.transaction(async tx => {
        const changed = await tx
          .update(uploads)
          .set({ inspection })
          .where(eq(uploads.id, id))
          .returning({ id: uploads.id })
        if (inspection.previewKey !== null) await recordPreview(tx, id)
        return changed.length > 0
      })
    },

    async complete(id, { sizeBytes, ...completion }) {
      const completed = await orm
        .update(uploads)
        .set({ ...completion, declaredBytes: sizeBytes })
        .where(eq(uploads.id, id))
      return completed.rowCount === 1
    },

    async remove(id, reason) {
      return orm.transaction(async tx => {
        const removed = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id })
        await noteDeleted(tx, { uploadId: id }, reason)
        return removed.length > 0
      })
    },

    async listExpired(now, limit) {
      const isUnfinished = inArray(conversions.status, ['queued', 'running'])
      const stillNeeded = orm
        .select({ id: conversions.id })
        .from(conversions)
        .leftJoin(conversionInputs, eq(conversionInputs.conversionId, conversions.id))
        .where(
          and(
            or(eq(conversions.uploadId, uploads.id), eq(conversionInputs.uploadId, uploads.id)),
            isUnfinished,
          ),
        )
      const rows = await orm
        .select()
        .from(uploads)
        .where(and(lt(uploads.expiresAt, now), notExists(stillNeeded)))
        .limit(limit)
      return rows.map(toRecord)
    },

    async acquireLease(id, holder, durationMs) {
      const isFree = or(isNull(uploads.leaseHolder), lt(uploads.leaseUntil, sql`now()`))
      const taken = await orm
        .update(uploads)
        .set({ leaseHolder: holder, leaseUntil: inMilliseconds(durationMs) })
        .where(and(eq(uploads.id, id), isFree))
        .returning({ id: uploads.id })
      return taken.length > 0
    },

    async findLeaseHolder(id) {
      const [row] = await orm.select({ holder: uploads.leaseHolder }).from(uploads).where(eq(uploads.id, id))
      return row?.holder ?? null
    },

    async renewLease(id, holder, durationMs) {
      const renewed = await orm
        .update(uploads)
        .set({ leaseUntil: inMilliseconds(durationMs), activeAt: sql`now()` })
        .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)))
        .returning({ id: uploads.id })
      return renewed.length > 0
    },

    async releaseLease(id, holder, receivedBytes) {
      await orm
        .update(uploads)
        .set({ leaseHolder: null, leaseUntil: null, activeAt: sql`now()`, receivedBytes })
        .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)))
    },
  })
}

function toRecord({
  leaseHolder,
  leaseUntil,
  receivedBytes,
  activeAt,
  ...record
}: typeof uploads.$inferSelect): UploadRecord {
  return record
}
