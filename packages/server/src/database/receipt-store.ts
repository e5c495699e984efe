/** Deletion receipts: which files were stored and when they were deleted. No names or content, as receipts outlive files. */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { DeletionReason, StoredFileKind } from '@filesmith/contract/schemas/receipt'
import type { Database } from './database.ts'
import { and, asc, eq, inArray, isNull, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { receiptFiles, receipts } from './receipt-schema.ts'
import { type ConversionRow, conversionInputs, conversions, uploads } from './schema.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface ReceiptFileRecord {
  /** The upload it is or belongs to; null for results and additional outputs. */
  readonly uploadId: string | null
  readonly kind: StoredFileKind
  readonly format: FormatId | null
  readonly sizeBytes: number | null
  readonly storedAt: Date
  readonly expiresAt: Date
  readonly deletedAt: Date | null
  readonly reason: DeletionReason | null
}

export interface ReceiptRecord {
  readonly conversionId: string
  readonly operation: OperationId
  readonly requestedAt: Date
  readonly files: readonly ReceiptFileRecord[]
}

/** Whose stored files should be deleted: an upload's, or the results of a conversion. */
type StoredFor = { readonly uploadId: string } | { readonly conversionId: string }

type ReceiptRow = typeof receipts.$inferSelect

/** Receipts are created, and most deletions recorded, by the stores of the records, in the same transaction. */
export type ReceiptStore = ReturnType<typeof createReceiptStore>

/** Deletion receipts: which files were stored and when they were deleted. No names or content, as receipts outlive files. */
export function createReceiptStore({ orm }: Database) {
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

  return withDatabaseErrors({
    /** Undefined if the id belongs to another owner. */
    async find(conversionId: string, ownerId: string): Promise<ReceiptRecord | undefined> {
      const rows = await orm
        .select()
        .from(receipts)
        .where(and(eq(receipts.conversionId, conversionId), eq(receipts.ownerId, ownerId)))
      return (await withFiles(rows))[0]
    },

    async listOwned(ownerId: string): Promise<ReceiptRecord[]> {
      return withFiles(await orm.select().from(receipts).where(eq(receipts.ownerId, ownerId)))
    },

    /** Call only after the bytes are deleted. */
    recordDeletion: (what: StoredFor, reason: DeletionReason): Promise<void> =>
      noteDeleted(orm, what, reason),

    /** Expired according to a receipt, not recorded as deleted, and no other record refers to the bytes. */
    async listOverdue(now: Date, limit: number): Promise<StoredFor[]> {
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

    /** Deletes receipts whose conversion record is gone and whose files were all deleted before this time. */
    async removeBefore(moment: Date): Promise<number> {
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

/** Of previews, unless they are recorded with another one. */
const previewFormat = 'jpg'

/** An existing receipt is kept: an older version may have queued what this one finishes. */
export async function openReceipts(tx: Transaction, conversionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with opened as (
      insert into ${receipts} (conversion_id, owner_id, operation, requested_at)
      select id, owner_id, operation, created_at from ${conversions} where ${isOneOf(sql`id`, conversionIds)}
      on conflict do nothing returning conversion_id
    ), given as (
      select id as conversion_id, upload_id from ${conversions} join opened on conversion_id = id
      union
      select conversion_id, upload_id from ${conversionInputs} join opened using (conversion_id)
    ), given_uploads as (
      insert into ${receiptFiles} (conversion_id, upload_id, kind, format, size_bytes, stored_at, expires_at)
      select given.conversion_id, u.id, 'upload', u.format, u.declared_bytes,
        coalesce(u.completed_at, u.created_at), u.expires_at
      from given join ${uploads} u on u.id = given.upload_id
    ) ${insertPreviews(sql`given`, sql`true`)}`)
}

/** Adds the preview of an upload that was inspected after its conversion was requested. */
export async function recordPreview(tx: Transaction, uploadId: string): Promise<void> {
  const given = sql`(
    select distinct conversion_id, upload_id from ${receiptFiles} where upload_id = ${uploadId} and kind = 'upload')`
  await tx.execute(insertPreviews(given, sql`u.id = ${uploadId}`))
}

function insertPreviews(given: SQL, condition: SQL): SQL {
  return sql`
    insert into ${receiptFiles} (conversion_id, upload_id, kind, format, size_bytes, stored_at, expires_at)
    select given.conversion_id, u.id, 'preview', coalesce(u.inspection->>'previewFormat', ${previewFormat}), (u.inspection->>'previewBytes')::bigint,
      coalesce((u.inspection->>'previewStoredAt')::timestamptz, u.completed_at, u.created_at), u.expires_at
    from ${given} given join ${uploads} u on u.id = given.upload_id
    where u.inspection->>'previewKey' is not null and ${condition}`
}

export async function recordResult(tx: Transaction, row: ConversionRow): Promise<void> {
  await openReceipts(tx, [row.id])
  const stored = [
    { kind: 'result' as const, format: row.convertedFormat, sizeBytes: row.resultSize },
    ...row.parts.map(({ format, sizeBytes }) => ({ kind: 'part' as const, format, sizeBytes })),
  ]
  const times = { conversionId: row.id, storedAt: sql`now()`, expiresAt: row.expiresAt }
  await tx.insert(receiptFiles).values(stored.map(file => ({ ...file, ...times })))
}

export async function noteDeleted(
  tx: Transaction | NodePgDatabase,
  what: StoredFor,
  reason: DeletionReason,
): Promise<void> {
  const isMatch =
    'uploadId' in what
      ? eq(receiptFiles.uploadId, what.uploadId)
      : and(eq(receiptFiles.conversionId, what.conversionId), isNull(receiptFiles.uploadId))
  await tx
    .update(receiptFiles)
    .set({ deletedAt: sql`now()`, reason })
    .where(and(isMatch, isNull(receiptFiles.deletedAt)))
}

function isOneOf(column: SQL, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}
