/** Revoked visitor ids, whose signed cookies would otherwise still be valid. */
import type { Database } from './database.ts'
import { eq, lte } from './drizzle.ts'
import { revokedVisitors } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export type VisitorRevocations = ReturnType<typeof createVisitorRevocations>

export function createVisitorRevocations({ orm }: Database) {
  return withDatabaseErrors({
    async add(visitorId: string, expiresAt: Date): Promise<void> {
      await orm.insert(revokedVisitors).values({ visitorId, expiresAt }).onConflictDoNothing()
    },

    async has(visitorId: string): Promise<boolean> {
      const [row] = await orm
        .select({ visitorId: revokedVisitors.visitorId })
        .from(revokedVisitors)
        .where(eq(revokedVisitors.visitorId, visitorId))
      return row !== undefined
    },

    async removeExpired(now: Date): Promise<number> {
      const removed = await orm.delete(revokedVisitors).where(lte(revokedVisitors.expiresAt, now))
      return removed.rowCount ?? 0
    },
  })
}
