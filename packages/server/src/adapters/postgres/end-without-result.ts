/** Ends a conversion without a result and refunds its charge in the same transaction, so exactly once. */

import { type ConversionChanges, type ConversionRow, nextRevision } from './conversion-row.ts'
import { and, eq, type NodePgDatabase, type SQL, sql } from './drizzle.ts'
import { conversions } from './schema.ts'
import { refundAllowance } from './usage-counters.ts'

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
