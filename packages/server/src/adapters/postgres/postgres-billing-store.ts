/** Billing data in PostgreSQL. */

import type { BillingStore } from '../../ports/billing-store.ts'
import { checkouts, customers, invoices, paymentEvents, subscriptions } from './billing-schema.ts'
import { openBillingTransaction } from './billing-transaction.ts'
import type { Database } from './database.ts'
import { and, desc, eq, inArray, lt, lte, or, sql } from './drizzle.ts'
import { selectInvoices } from './select-invoices.ts'
import { toSubscription } from './subscription-row.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export function createPostgresBillingStore({ orm }: Database): BillingStore {
  return withDatabaseErrors<BillingStore>({
    change(accountId, work) {
      return orm.transaction(async tx => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${accountId}`}, 0))`)
        return work(openBillingTransaction(tx, accountId))
      })
    },

    async findSubscription(accountId) {
      const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.accountId, accountId))
      return row && toSubscription(row)
    },

    findCustomers(accountId) {
      return orm
        .select({ provider: customers.provider, customerId: customers.customerId })
        .from(customers)
        .where(eq(customers.accountId, accountId))
    },

    async isMoneyBackUsed(accountId) {
      const rows = await orm
        .select({ moneyBackAt: customers.moneyBackAt })
        .from(customers)
        .where(eq(customers.accountId, accountId))
      return rows.some(row => row.moneyBackAt !== null)
    },

    async listInvoices(accountId) {
      return selectInvoices(orm, accountId).orderBy(desc(invoices.paidAt), desc(invoices.number))
    },

    async findInvoice(accountId, id) {
      const [row] = await selectInvoices(orm, accountId, eq(invoices.id, id))
      return row
    },

    async findAccountByPayment(intentId) {
      const [begun] = await orm
        .select({ accountId: checkouts.accountId })
        .from(checkouts)
        .where(eq(checkouts.intentId, intentId))
      if (begun) return begun.accountId
      const [paid] = await orm
        .select({ accountId: invoices.accountId })
        .from(invoices)
        .where(eq(invoices.intentId, intentId))
      return paid?.accountId ?? undefined
    },

    async listDue(now, checkedBefore, limit) {
      const rows = await orm
        .select()
        .from(subscriptions)
        .where(
          and(
            inArray(subscriptions.status, ['active', 'cancelled', 'past-due']),
            lte(subscriptions.expiresAt, now),
            or(lte(subscriptions.accessUntil, now), lt(subscriptions.checkedAt, checkedBefore)),
          ),
        )
        .limit(limit)
      return rows.flatMap(row => toSubscription(row) ?? [])
    },

    listOpenCheckouts(createdBefore, limit) {
      return orm
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.status, 'open'), lt(checkouts.createdAt, createdBefore)))
        .limit(limit)
    },

    async removeEventsBefore(moment) {
      const removed = await orm.delete(paymentEvents).where(lt(paymentEvents.receivedAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
