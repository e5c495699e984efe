/** Engines disabled by operators: not offered, not used in execution plans and not run until enabled again. */

import { enginesOff } from './admin-schema.ts'
import { addAuditEntries, type NewAuditEntry } from './audit-log.ts'
import type { Database } from './database.ts'
import { eq } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

interface DisabledEngine {
  readonly engine: string
  readonly reason: string
  readonly switchedBy: string
  readonly since: Date
}

export type EngineSwitches = ReturnType<typeof createEngineSwitches>

/** Disabled engines in PostgreSQL, checked by every process before it plans or claims a job. */
export function createEngineSwitches({ orm }: Database) {
  return withDatabaseErrors({
    list: async (): Promise<DisabledEngine[]> => orm.select().from(enginesOff),

    /** Writes the audit entry in the same transaction. Both return false if nothing changed. */
    switchOff(off: DisabledEngine, entry: NewAuditEntry): Promise<boolean> {
      return orm.transaction(async tx => {
        const added = await tx.insert(enginesOff).values(off).onConflictDoNothing().returning()
        if (added.length > 0) await addAuditEntries(tx, [entry])
        return added.length > 0
      })
    },

    switchOn(engine: string, entry: NewAuditEntry): Promise<boolean> {
      return orm.transaction(async tx => {
        const removed = await tx.delete(enginesOff).where(eq(enginesOff.engine, engine)).returning()
        if (removed.length > 0) await addAuditEntries(tx, [entry])
        return removed.length > 0
      })
    },
  })
}
