/**
 * Deletion receipts: which files were stored and when they were deleted. No names or content, as receipts outlive
 * files.
 */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { DeletionReason, StoredFileKind } from '@filesmith/contract/schemas/receipt'

export interface ReceiptFileRecord {
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
export type StoredFor = { readonly uploadId: string } | { readonly conversionId: string }

/** Receipts are created, and most deletions recorded, by the stores of the records, in the same transaction. */
export interface ReceiptStore {
  /** Undefined if the id belongs to another owner. */
  find(conversionId: string, ownerId: string): Promise<ReceiptRecord | undefined>
  listOwned(ownerId: string): Promise<ReceiptRecord[]>
  /** Call only after the bytes are deleted. */
  recordDeletion(what: StoredFor, reason: DeletionReason): Promise<void>
  /** Expired according to a receipt, not recorded as deleted, and no other record refers to the bytes. */
  listOverdue(now: Date, limit: number): Promise<StoredFor[]>
  /** Deletes receipts whose conversion record is gone and whose files were all deleted before this time. */
  removeBefore(moment: Date): Promise<number>
}
