/** Goes on where a receipt still says "stored" although its time is over and nothing else leads to the bytes. */
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
      // Removing what is gone already is no error; only what is surely gone is called deleted.
      await deps.storage.removeAll(
        'uploadId' in what ? uploadKey(what.uploadId) : resultPrefix(what.conversionId),
      )
      await deps.receipts.recordDeletion(what, 'expired')
    }
    settledCount += overdue.length
    if (overdue.length < batchSize) return settledCount
  }
}
