/** Writes deletion receipts inside the transactions that change uploads and conversions. */
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { StoredFor } from '../../ports/receipt-store.ts'
import type { ConversionRow } from './conversion-row.ts'
import { and, eq, isNull, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { receiptFiles, receipts } from './receipt-schema.ts'
import { conversionInputs, conversions, uploads } from './schema.ts'
import type { Transaction } from './usage-counters.ts'

/** Previews are always JPEG. */
const previewFormat = 'jpg'

/** An existing receipt is kept: an older version may have queued what this one finishes. */
export async function openReceipts(tx: Transaction, conversionIds: readonly string[]): Promise<void> {
  const opened = await tx.execute<{ conversion_id: string }>(sql`
    insert into ${receipts} (conversion_id, owner_id, operation, requested_at)
    select id, owner_id, operation, created_at from ${conversions} where ${isOneOf(sql`id`, conversionIds)}
    on conflict do nothing returning conversion_id`)
  const newIds = opened.rows.map(row => row.conversion_id)
  if (newIds.length === 0) return
  const given = sql`(
    select id as conversion_id, upload_id from ${conversions} where ${isOneOf(sql`id`, newIds)}
    union
    select conversion_id, upload_id from ${conversionInputs} where ${isOneOf(sql`conversion_id`, newIds)})`
  await tx.execute(sql`
    insert into ${receiptFiles} (conversion_id, upload_id, kind, format, size_bytes, stored_at, expires_at)
    select given.conversion_id, u.id, 'upload', u.format, u.declared_bytes,
      coalesce(u.completed_at, u.created_at), u.expires_at
    from ${given} given join ${uploads} u on u.id = given.upload_id`)
  await recordPreviews(tx, given, sql`true`)
}

/** Adds the preview of an upload that was inspected after its conversion was requested. */
export async function recordPreview(tx: Transaction, uploadId: string): Promise<void> {
  const given = sql`(
    select distinct conversion_id, upload_id from ${receiptFiles} where upload_id = ${uploadId} and kind = 'upload')`
  await recordPreviews(tx, given, sql`u.id = ${uploadId}`)
}

async function recordPreviews(tx: Transaction, given: SQL, condition: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${receiptFiles} (conversion_id, upload_id, kind, format, size_bytes, stored_at, expires_at)
    select given.conversion_id, u.id, 'preview', ${previewFormat}, (u.inspection->>'previewBytes')::bigint,
      coalesce((u.inspection->>'previewStoredAt')::timestamptz, u.completed_at, u.created_at), u.expires_at
    from ${given} given join ${uploads} u on u.id = given.upload_id
    where u.inspection->>'previewKey' is not null and ${condition}`)
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
