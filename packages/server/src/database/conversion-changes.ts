/** Changes of conversion rows. */

import { and, eq, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { type ConversionRow, conversions } from './schema.ts'
import { refundAllowance } from './usage-counters.ts'

export type ConversionChanges = { [Column in keyof ConversionRow]?: ConversionRow[Column] | SQL }

/** Incremented with every change that watchers should see. */
export const nextRevision = sql`${conversions.revision} + 1`

/** Ends a conversion without a result and refunds its charge in the same transaction, so exactly once. */
export async function endWithoutResult(
  orm: NodePgDatabase,
  id: string,
  condition: SQL | undefined,
  changes: ConversionChanges,
): Promise<ConversionRow | undefined> {
  return orm.transaction(async tx => {
    const [before] = await tx
      .select()
      .from(conversions)
      .where(and(eq(conversions.id, id), condition))
      .for('update')
    if (!before) return undefined
    await tx
      .update(conversions)
      .set({
        ...changes,
        finishedAt: sql`now()`,
        chargedOn: null,
        chargedAddress: null,
        sealedPassword: null,
        revision: nextRevision,
      })
      .where(eq(conversions.id, id))
    const { ownerId, fileCount, chargedOn, chargedAddress } = before
    if (chargedOn !== null)
      await refundAllowance(tx, { ownerId, day: chargedOn, addressHash: chargedAddress }, fileCount)
    return before
  })
}
