/** Cancels what is still running; a finished batch is deleted with all its files. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import { type RemoveConversionDeps, removeConversion } from '../conversions/remove-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { findBatch } from './find-batch.ts'

export async function removeBatch(deps: RemoveConversionDeps, owner: Owner, id: string): Promise<void> {
  const records = await findBatch(deps, owner, id)
  const running = records.filter(({ status }) => !isFinished(status))
  if (running.length > 0) {
    for (const record of running) await deps.conversions.cancel(record.id)
    return
  }
  for (const record of records) await removeConversion(deps, owner, record.id)
}
