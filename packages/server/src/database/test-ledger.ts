/** Ledger of the test payments in PostgreSQL; changes lock the record. */

import type { TestLedger, TestRecord } from '../ports/test-payments.ts'
import { testPayments } from './billing-schema.ts'
import type { Database } from './database.ts'
import { and, asc, eq, lte, sql } from './drizzle.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const recordColumns = {
  id: testPayments.id,
  kind: testPayments.kind,
  accountId: testPayments.accountId,
  data: testPayments.data,
  dueAt: testPayments.dueAt,
}

/** clock_timestamp() instead of now(): the transaction may have waited for a lock since it began. */
const toInsert = ({ id, kind, accountId, data, dueAt }: TestRecord) => ({
  id,
  kind,
  accountId,
  data,
  dueAt,
  createdAt: sql`clock_timestamp()`,
})

export function createTestLedger({ orm }: Database): TestLedger {
  return withDatabaseErrors<TestLedger>({
    async find(id) {
      const [row] = await orm.select(recordColumns).from(testPayments).where(eq(testPayments.id, id))
      return row
    },

    async list({ kind, accountId, dueBefore }) {
      return orm
        .select(recordColumns)
        .from(testPayments)
        .where(
          and(
            eq(testPayments.kind, kind),
            accountId === undefined ? undefined : eq(testPayments.accountId, accountId),
            dueBefore && lte(testPayments.dueAt, dueBefore),
          ),
        )
        .orderBy(asc(testPayments.createdAt), asc(testPayments.id))
    },

    async insert(record) {
      await orm.insert(testPayments).values(toInsert(record)).onConflictDoNothing()
    },

    async change(id, work) {
      return orm.transaction(async tx => {
        const [record] = await tx
          .select(recordColumns)
          .from(testPayments)
          .where(eq(testPayments.id, id))
          .for('update')
        if (!record) return undefined
        const { data, dueAt, also = [], result } = work(record)
        await tx.update(testPayments).set({ data, dueAt }).where(eq(testPayments.id, id))
        if (also.length > 0) await tx.insert(testPayments).values(also.map(toInsert))
        return result
      })
    },

    async remove(id) {
      await orm.delete(testPayments).where(eq(testPayments.id, id))
    },

    async removeAccount(accountId) {
      const isOwned = eq(testPayments.accountId, accountId)
      await orm.transaction(async tx => {
        // Waits for concurrent changes; rows they inserted are visible only to the next statement.
        await tx.select({ id: testPayments.id }).from(testPayments).where(isOwned).for('update')
        await tx.delete(testPayments).where(isOwned)
      })
    },
  })
}
