/** Subscriptions, checkouts, invoices, payment actions and processed provider events. */

import type { PaymentProviderId } from '../ports/payment-provider.ts'
import type { CheckoutRecord, InvoiceRecord, PaymentAction, SubscriptionRecord } from './billing-records.ts'
import {
  billingRevisions,
  checkouts,
  customers,
  invoices,
  paymentActions,
  paymentEvents,
  subscriptions,
} from './billing-schema.ts'
import {
  type BillingTransaction,
  lockBilling,
  openBillingTransaction,
  selectInvoices,
  toSubscription,
} from './billing-transaction.ts'
import type { Database } from './database.ts'
import { and, asc, count, desc, eq, inArray, lt, lte, ne, or } from './drizzle.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

export type BillingStore = ReturnType<typeof createBillingStore>

export function createBillingStore({ orm }: Database) {
  async function revisionOf(tx: Transaction, accountId: string): Promise<number> {
    const [row] = await tx.select().from(billingRevisions).where(eq(billingRevisions.accountId, accountId))
    return row?.revision ?? 0
  }

  return withDatabaseErrors({
    /** Every change of an account increments its revision. */
    read<Result>(
      accountId: string,
      work: (transaction: BillingTransaction) => Promise<Result>,
    ): Promise<{ revision: number; result: Result }> {
      return orm.transaction(async tx => {
        // Before the other records: a change in between makes this revision outdated, never newer than what was read.
        const revision = await revisionOf(tx, accountId)
        const opened = { tx, accountId, revision, actions: [] }
        return { revision, result: await work(openBillingTransaction(opened)) }
      })
    },

    /**
     * Runs `work` in a transaction that is serialized per account across all processes, and returns the recorded actions.
     * Undefined, without running it, if the account is no longer at `revision`.
     */
    async change<Result>(
      accountId: string,
      work: (transaction: BillingTransaction) => Promise<Result>,
      expected?: number,
    ): Promise<{ result: Result; actions: readonly PaymentAction[] } | undefined> {
      const actions: PaymentAction[] = []
      return orm.transaction(async tx => {
        await lockBilling(tx, accountId)
        const revision = (await revisionOf(tx, accountId)) + 1
        if (expected !== undefined && revision !== expected + 1) return undefined
        await tx
          .insert(billingRevisions)
          .values({ accountId, revision })
          .onConflictDoUpdate({ target: billingRevisions.accountId, set: { revision } })
        const opened = { tx, accountId, revision, actions }
        return { result: await work(openBillingTransaction(opened)), actions }
      })
    },

    /** Pending actions whose next attempt is due, in the order they were recorded. */
    listDueActions(now: Date, limit: number): Promise<PaymentAction[]> {
      return orm
        .select()
        .from(paymentActions)
        .where(and(eq(paymentActions.state, 'pending'), lte(paymentActions.nextAttemptAt, now)))
        .orderBy(
          asc(paymentActions.nextAttemptAt),
          asc(paymentActions.revision),
          asc(paymentActions.position),
        )
        .limit(limit)
    },

    async findSubscription(accountId: string): Promise<SubscriptionRecord | undefined> {
      const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.accountId, accountId))
      return row && toSubscription(row)
    },

    /** Subscriptions that the provider renews. */
    async countRenewing(provider: PaymentProviderId): Promise<number> {
      const [row] = await orm
        .select({ count: count() })
        .from(subscriptions)
        .where(
          and(eq(subscriptions.provider, provider), inArray(subscriptions.status, ['active', 'past-due'])),
        )
      return row?.count ?? 0
    },

    findCustomers(accountId: string): Promise<{ provider: PaymentProviderId; customerId: string }[]> {
      return orm
        .select({ provider: customers.provider, customerId: customers.customerId })
        .from(customers)
        .where(eq(customers.accountId, accountId))
    },

    async isMoneyBackUsed(accountId: string): Promise<boolean> {
      const rows = await orm
        .select({ moneyBackAt: customers.moneyBackAt })
        .from(customers)
        .where(eq(customers.accountId, accountId))
      return rows.some(row => row.moneyBackAt !== null)
    },

    /** Newest first. */
    async listInvoices(accountId: string): Promise<InvoiceRecord[]> {
      return selectInvoices(orm, accountId).orderBy(desc(invoices.paidAt), desc(invoices.number))
    },

    async findInvoice(accountId: string, id: string): Promise<InvoiceRecord | undefined> {
      const [row] = await selectInvoices(orm, accountId, eq(invoices.id, id))
      return row
    },

    /** The account a payment was started or invoiced for. */
    async findAccountByPayment(intentId: string): Promise<string | undefined> {
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

    /** Paid plans that have expired or are past due and were not checked with the provider since `checkedBefore`. */
    async listDue(now: Date, checkedBefore: Date, limit: number): Promise<SubscriptionRecord[]> {
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

    listOpenCheckouts(createdBefore: Date, limit: number): Promise<CheckoutRecord[]> {
      return orm
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.status, 'open'), lt(checkouts.createdAt, createdBefore)))
        .limit(limit)
    },

    async removeEventsBefore(moment: Date): Promise<number> {
      const removed = await orm.delete(paymentEvents).where(lt(paymentEvents.receivedAt, moment))
      return removed.rowCount ?? 0
    },

    async removeActionsBefore(moment: Date): Promise<number> {
      const removed = await orm
        .delete(paymentActions)
        .where(and(ne(paymentActions.state, 'pending'), lt(paymentActions.createdAt, moment)))
      return removed.rowCount ?? 0
    },
  })
}
