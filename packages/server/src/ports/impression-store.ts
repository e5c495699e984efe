/** Recorded ad impressions. */
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'

export interface ImpressionRecord extends AdImpression {
  readonly id: string
  /** Null for a visitor without stored data. */
  readonly ownerId: string | null
  readonly addressHash: string
  readonly createdAt: Date
}

export interface ImpressionStore {
  /** False, and nothing is recorded, if this address already has `limit` impressions since `since`. */
  insertWithin(impression: ImpressionRecord, limit: number, since: Date): Promise<boolean>
  /** Returns the number deleted. */
  removeBefore(moment: Date): Promise<number>
}
