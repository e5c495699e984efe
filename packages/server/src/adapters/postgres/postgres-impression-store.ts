/** Ad impressions in PostgreSQL. */

import type { ImpressionStore } from '../../ports/impression-store.ts'
import type { Database } from './database.ts'
import { and, count, eq, gt, lt, sql } from './drizzle.ts'
import { adImpressions } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresImpressionStore({ orm }: Database): ImpressionStore {
  return withDatabaseErrors<ImpressionStore>({
    async insertWithin(impression, limit, since) {
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

    async removeBefore(moment) {
      const removed = await orm.delete(adImpressions).where(lt(adImpressions.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
