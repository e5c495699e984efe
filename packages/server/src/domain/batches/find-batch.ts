/** Finds the conversions of a batch; another owner's batch gets the same error as an unknown id. */
import { AppError } from '@filesmith/contract/errors'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'

export async function findBatch(
  deps: { conversions: ConversionStore },
  owner: Owner,
  id: string,
): Promise<ConversionRecord[]> {
  const records = isId(id) ? await deps.conversions.listBatch(id, owner.id) : []
  if (records.length === 0) throw new AppError('batch-not-found')
  return records
}
