/** Deletion receipts in PostgreSQL. */

import type { ReceiptRecord, ReceiptStore, StoredFor } from '../../ports/receipt-store.ts'
import type { Database } from './database.ts'
import { and, asc, eq, inArray, sql } from './drizzle.ts'
import { noteDeleted } from './receipt-notes.ts'
import { receiptFiles, receipts } from './receipt-schema.ts'
import { conversions, uploads } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

type ReceiptRow = typeof receipts.$inferSelect

export function createPostgresReceiptStore({ orm }: Database): ReceiptStore {
  async function withFiles(rows: readonly ReceiptRow[]): Promise<ReceiptRecord[]> {
    if (rows.length === 0) return []
    const ids = rows.map(row => row.conversionId)
    const files = await orm
      .select()
      .from(receiptFiles)
      .where(inArray(receiptFiles.conversionId, ids))
      .orderBy(asc(receiptFiles.storedAt), asc(receiptFiles.kind), asc(receiptFiles.id))
    const byConversion = Map.groupBy(files, file => file.conversionId)
    return rows.map(({ ownerId, ...row }) => ({
      ...row,
      files: (byConversion.get(row.conversionId) ?? []).map(({ id, conversionId, ...file }) => file),
    }))
  }

  return withDatabaseErrors<ReceiptStore>({
    async find(conversionId, ownerId) {
      const rows = await orm
        .select()
        .from(receipts)
        .where(and(eq(receipts.conversionId, conversionId), eq(receipts.ownerId, ownerId)))
      return (await withFiles(rows))[0]
    },

    async listOwned(ownerId) {
      return withFiles(await orm.select().from(receipts).where(eq(receipts.ownerId, ownerId)))
    },

    recordDeletion: (what, reason) => noteDeleted(orm, what, reason),

    async listOverdue(now, limit) {
      const found = await orm.execute<{ conversion_id: string; upload_id: string | null }>(sql`
        select distinct case when f.upload_id is null then f.conversion_id end as conversion_id, f.upload_id
        from ${receiptFiles} f
        where f.deleted_at is null and f.expires_at < ${now}
          and not exists (select 1 from ${uploads} u where u.id = f.upload_id)
          and (f.upload_id is not null or not exists (
            select 1 from ${conversions} c where c.id = f.conversion_id and c.status <> 'expired'))
        limit ${limit}`)
      return found.rows.map(
        (row): StoredFor =>
          row.upload_id === null ? { conversionId: row.conversion_id } : { uploadId: row.upload_id },
      )
    },

    async removeBefore(moment) {
      const removed = await orm.execute(sql`
        delete from ${receipts} r
        where r.requested_at < ${moment}
          and not exists (
            select 1 from ${receiptFiles} f
            where f.conversion_id = r.conversion_id and (f.deleted_at is null or f.deleted_at >= ${moment}))
          and not exists (select 1 from ${conversions} c where c.id = r.conversion_id)`)
      return removed.rowCount ?? 0
    },
  })
}
