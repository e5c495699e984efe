/** Used allowance, from counters in PostgreSQL. */

import type { AllowanceStore } from '../../ports/allowance-store.ts'
import type { Database } from './database.ts'
import { and, eq, gte, lt, or } from './drizzle.ts'
import { usageCounters } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresAllowanceStore({ orm }: Database): AllowanceStore {
  return withDatabaseErrors<AllowanceStore>({
    async read(ownerId, since, monthStart) {
      const rows = await orm
        .select()
        .from(usageCounters)
        .where(
          and(
            eq(usageCounters.holder, ownerId),
            or(
              and(eq(usageCounters.period, 'day'), gte(usageCounters.startsOn, since)),
              and(eq(usageCounters.period, 'month'), eq(usageCounters.startsOn, monthStart)),
            ),
          ),
        )
      return {
        inMonth: rows.find(row => row.period === 'month')?.used ?? 0,
        byDay: new Map(
          rows.filter(row => row.period === 'day' && row.used > 0).map(row => [row.startsOn, row.used]),
        ),
      }
    },

    async removeBefore(day) {
      const removed = await orm.delete(usageCounters).where(lt(usageCounters.startsOn, day))
      return removed.rowCount ?? 0
    },
  })
}
