/** Usage counters for the conversion allowance, per UTC day and month. */
import type { Database } from './database.ts'
import { and, eq, gte, lt, or } from './drizzle.ts'
import { usageCounters } from './schema.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

/** The allowance that a conversion is charged to. */
export interface Charge {
  /** UTC day, for example 2026-03-31. */
  readonly day: string
  /** Null means unlimited; usage is still counted. */
  readonly perDay: number | null
  readonly perMonth: number | null
  /** Anonymous visitors are also counted by network, so that clearing cookies does not reset the limit. */
  readonly network: { readonly addressHash: string; readonly perDay: number } | null
}

/** The allowance that is used up. */
export type FullAllowance = 'day-full' | 'month-full' | 'network-full'

interface UsedAllowance {
  readonly inMonth: number
  /** Only days with usage. */
  readonly byDay: ReadonlyMap<string, number>
}

export type AllowanceStore = ReturnType<typeof createAllowanceStore>

export function createAllowanceStore({ orm }: Database) {
  return withDatabaseErrors({
    /** Usage since a day, and in the month that begins on `monthStart`. */
    async read(ownerId: string, since: string, monthStart: string): Promise<UsedAllowance> {
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

    /** Deletes counters of days and months that began before this day; returns the number deleted. */
    async removeBefore(day: string): Promise<number> {
      const removed = await orm.delete(usageCounters).where(lt(usageCounters.startsOn, day))
      return removed.rowCount ?? 0
    },
  })
}
