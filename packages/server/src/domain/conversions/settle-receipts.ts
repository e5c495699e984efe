/** Deletes files that are expired according to their receipt and that no other record refers to. */
import type { ReceiptStore } from '../../ports/receipt-store.ts'
import type { Storage } from '../../ports/storage.ts'
import { uploadKey } from '../uploads/upload-key.ts'
import { resultPrefix } from './result-prefix.ts'

const batchSize = 100

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
