/** Recorded ad impressions. */
import type { AdImpression } from '@filesmith/contract/schemas/ad-impression'
import type { Database } from './database.ts'
import { and, count, eq, gt, lt, sql } from './drizzle.ts'
import { adImpressions } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface ImpressionRecord extends AdImpression {
  readonly id: string
  /** Null for a visitor without stored data. */
  readonly ownerId: string | null
  readonly addressHash: string
  readonly createdAt: Date
}

export type ImpressionStore = ReturnType<typeof createImpressionStore>

export function createImpressionStore({ orm }: Database) {
  return withDatabaseErrors({
    /** False, and nothing is recorded, if this address already has `limit` impressions since `since`. */
    async insertWithin(impression: ImpressionRecord, limit: number, since: Date): Promise<boolean> {
      return orm.transaction(async tx => {
        // Serialized per IP address, so that concurrent requests cannot exceed the limit.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${impression.addressHash}, 0))`)
        const [seen] = await tx
          .select({ count: count() })
          .from(adImpressions)
          .where(
            and(eq(adImpressions.addressHash, impression.addressHash), gt(adImpressions.createdAt, since)),
          )
        if ((seen?.count ?? 0) >= limit) return false
        await tx.insert(adImpressions).values(impression)
        return true
      })
    },

    /** Returns the number deleted. */
    async removeBefore(moment: Date): Promise<number> {
      const removed = await orm.delete(adImpressions).where(lt(adImpressions.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
