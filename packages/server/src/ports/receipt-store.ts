/** What was stored for conversions and when it was deleted. No names and no content: it outlives the files. */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { DeletionReason, StoredFileKind } from '@filesmith/contract/schemas/receipt'

export interface ReceiptFileRecord {
  /** The upload it is or belongs to; null for results and parts. */
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

/** Whose bytes should be gone: an upload's, or the results of a conversion. */
export type StoredFor = { readonly uploadId: string } | { readonly conversionId: string }

/** Receipts are opened, and most deletions noted, by the stores whose records they follow, in the same transaction. */
export interface ReceiptStore {
  /** Only the owner's own; anybody else's id finds nothing. */
  find(conversionId: string, ownerId: string): Promise<ReceiptRecord | undefined>
  listOwned(ownerId: string): Promise<ReceiptRecord[]>
  /** Only after the bytes are gone. */
  noteDeleted(what: StoredFor, reason: DeletionReason): Promise<void>
  /** Expired according to a receipt, not noted as deleted, and no record left that would lead to the bytes. */
  listOverdue(now: Date, limit: number): Promise<StoredFor[]>
  /** Forgets receipts of conversions that are forgotten and whose files were all deleted before a moment. */
  removeBefore(moment: Date): Promise<number>
}
