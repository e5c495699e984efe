/** Revoked visitor ids in PostgreSQL. */
import type { VisitorRevocations } from '../../ports/visitor-revocations.ts'
import type { Database } from './database.ts'
import { eq, lte } from './drizzle.ts'
import { revokedVisitors } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresVisitorRevocations({ orm }: Database): VisitorRevocations {
  return withDatabaseErrors<VisitorRevocations>({
    async add(visitorId, expiresAt) {
      await orm.insert(revokedVisitors).values({ visitorId, expiresAt }).onConflictDoNothing()
    },

    async has(visitorId) {
      const [row] = await orm
        .select({ visitorId: revokedVisitors.visitorId })
        .from(revokedVisitors)
        .where(eq(revokedVisitors.visitorId, visitorId))
      return row !== undefined
    },

    async removeExpired(now) {
      const removed = await orm.delete(revokedVisitors).where(lte(revokedVisitors.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
