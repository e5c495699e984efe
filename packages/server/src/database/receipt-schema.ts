/** Tables of deletion receipts. They contain no file names and outlive the records they describe. */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { DeletionReason, StoredFileKind } from '@filesmith/contract/schemas/receipt'
import { bigint, index, pgTable, sql, text, uuid } from './drizzle.ts'
import { instant } from './schema.ts'

export const receipts = pgTable(
  'receipts',
  {
    conversionId: uuid('conversion_id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    operation: text('operation').$type<OperationId>().notNull(),
    requestedAt: instant('requested_at').notNull(),
  },
  table => [index('receipts_owner').on(table.ownerId), index('receipts_requested').on(table.requestedAt)],
)

export const receiptFiles = pgTable(
  'receipt_files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversionId: uuid('conversion_id')
      .notNull()
      .references(() => receipts.conversionId, { onDelete: 'cascade' }),
    uploadId: uuid('upload_id'),
    kind: text('kind').$type<StoredFileKind>().notNull(),
    format: text('format').$type<FormatId>(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    storedAt: instant('stored_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    deletedAt: instant('deleted_at'),
    reason: text('reason').$type<DeletionReason>(),
  },
  table => [
    index('receipt_files_conversion').on(table.conversionId),
    index('receipt_files_upload').on(table.uploadId),
    index('receipt_files_stored').on(table.expiresAt).where(sql`${table.deletedAt} is null`),
  ],
)
