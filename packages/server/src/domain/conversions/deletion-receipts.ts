/** Receipts that confirm the deletion of files. */
import { AppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { DeletionReceipt } from '@filesmith/contract/schemas/receipt'
import type { ReceiptRecord, ReceiptStore } from '../../database/receipt-store.ts'
import type { Storage } from '../../ports/storage.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { uploadKey } from '../uploads/uploads.ts'
import { resultPrefix } from './conversions.ts'

export interface ReceiptDeps {
  readonly receipts: ReceiptStore
  readonly receiptsKeptDays: number
}

const dayMs = 24 * 60 * 60 * 1000

/** Deletion receipt of a conversion, available even after the conversion record was deleted. */
export async function findReceipt(deps: ReceiptDeps, owner: Owner, id: string): Promise<DeletionReceipt> {
  const record = isId(id) ? await deps.receipts.find(id, owner.id) : undefined
  if (!record) throw new AppError('receipt-not-found')
  return describeDeletionReceipt(record, deps.receiptsKeptDays)
}

export function describeDeletionReceipt(record: ReceiptRecord, keptDays: number): DeletionReceipt {
  const isAllDeleted = record.files.every(file => file.deletedAt !== null)
  const lastDeletedMs = Math.max(
    record.requestedAt.getTime(),
    ...record.files.map(file => file.deletedAt?.getTime() ?? 0),
  )
  return {
    conversionId: record.conversionId,
    operation: record.operation,
    requestedAt: record.requestedAt.toISOString(),
    files: record.files.map(({ kind, format, sizeBytes, storedAt, expiresAt, deletedAt, reason }) => ({
      kind,
      format: format && formatExtension(format),
      sizeBytes,
      storedAt: storedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
      reason,
    })),
    isAllDeleted,
    keptUntil: isAllDeleted ? new Date(lastDeletedMs + keptDays * dayMs).toISOString() : null,
  }
}

const batchSize = 100

/** Deletes files that are expired according to their receipt and that no other record refers to. */
export async function settleOverdueReceipts(
  deps: { readonly receipts: ReceiptStore; readonly storage: Storage },
  now: Date,
): Promise<number> {
  let settledCount = 0
  for (;;) {
    const overdue = await deps.receipts.listOverdue(now, batchSize)
    for (const what of overdue) {
      // Idempotent; recorded as deleted only after the removal succeeded.
      await deps.storage.removeAll(
        'uploadId' in what ? uploadKey(what.uploadId) : resultPrefix(what.conversionId),
      )
      await deps.receipts.recordDeletion(what, 'expired')
    }
    settledCount += overdue.length
    if (overdue.length < batchSize) return settledCount
  }
}
