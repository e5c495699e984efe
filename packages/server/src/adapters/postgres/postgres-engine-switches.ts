/** Disabled engines in PostgreSQL, checked by every process before it plans or claims a job. */

import type { EngineSwitches } from '../../ports/engine-switches.ts'
import { addAuditEntries } from './add-audit-entries.ts'
import { enginesOff } from './admin-schema.ts'
import type { Database } from './database.ts'
import { eq } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresEngineSwitches({ orm }: Database): EngineSwitches {
  return withDatabaseErrors<EngineSwitches>({
    list: async () => orm.select().from(enginesOff),

    switchOff(off, entry) {
      return orm.transaction(async tx => {
        const added = await tx.insert(enginesOff).values(off).onConflictDoNothing().returning()
        if (added.length > 0) await addAuditEntries(tx, [entry])
        return added.length > 0
      })
    },

    switchOn(engine, entry) {
      return orm.transaction(async tx => {
        const removed = await tx.delete(enginesOff).where(eq(enginesOff.engine, engine)).returning()
        if (removed.length > 0) await addAuditEntries(tx, [entry])
        return removed.length > 0
      })
    },
  })
}
