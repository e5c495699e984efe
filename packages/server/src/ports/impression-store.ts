/** Records of advertisements that were seen. */
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'

export interface ImpressionRecord extends AdImpression {
  readonly id: string
  /** Null for a visitor who has left nothing here yet. */
  readonly ownerId: string | null
  readonly addressHash: string
  readonly createdAt: Date
}

export interface ImpressionStore {
  /** Records it unless this address has had `limit` of them since a moment; false then. */
  insertWithin(impression: ImpressionRecord, limit: number, since: Date): Promise<boolean>
  /** Answers how many were forgotten. */
  removeBefore(moment: Date): Promise<number>
}
