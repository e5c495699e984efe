/** Finds conversions of an owner; another owner's id gets the same error as an unknown one. */
import { AppError } from '@filesmith/contract/errors'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { describeRecent } from './describe-conversion.ts'

const recentCount = 20

export async function findConversion(
  deps: { conversions: ConversionStore },
  owner: Owner,
  id: string,
): Promise<ConversionRecord> {
  const record = isId(id) ? await deps.conversions.findOwned(id, owner.id) : undefined
  if (!record) throw new AppError('conversion-not-found')
  return record
}

export async function listRecentConversions(
  deps: { conversions: ConversionStore },
  owner: Owner,
): Promise<RecentConversion[]> {
  const records = await deps.conversions.listRecent(owner.id, recentCount)
  return records.map(describeRecent)
}
