/** Switches of engines in PostgreSQL: every process looks there before it plans or takes a job. */

import type { EngineSwitches } from '../../ports/engine-switches.ts'
import { enginesOff } from './admin-schema.ts'
import type { Database } from './database.ts'
import { eq } from './drizzle.ts'
import { noteAudit } from './note-audit.ts'
import { translateFaults } from './translate-faults.ts'

export function createPostgresEngineSwitches({ orm }: Database): EngineSwitches {
  return translateFaults<EngineSwitches>({
    list: async () => orm.select().from(enginesOff),

    switchOff(off, entry) {
      return orm.transaction(async tx => {
        const added = await tx.insert(enginesOff).values(off).onConflictDoNothing().returning()
        if (added.length > 0) await noteAudit(tx, [entry])
        return added.length > 0
      })
    },

    switchOn(engine, entry) {
      return orm.transaction(async tx => {
        const removed = await tx.delete(enginesOff).where(eq(enginesOff.engine, engine)).returning()
        if (removed.length > 0) await noteAudit(tx, [entry])
        return removed.length > 0
      })
    },
  })
}
