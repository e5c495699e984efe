/** Access to one account's billing records within a transaction. Nothing remote is called while it is open. */

import { randomUUID } from 'node:crypto'
import type { MailJob } from '../ports/mail.ts'
import type { PaymentProviderId } from '../ports/payment-provider.ts'
import type { CheckoutRecord, InvoiceRecord, PaymentAction, SubscriptionRecord } from './billing-records.ts'
import {
  checkouts,
  customers,
  invoiceNumbers,
  invoices,
  paymentActions,
  paymentEvents,
  subscriptions,
} from './billing-schema.ts'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  type NodePgDatabase,
  or,
  type SQL,
  sql,
} from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import type { Transaction } from './usage-counters.ts'

const numberDigits = 6

interface OpenedTransaction {
  readonly tx: Transaction
  readonly accountId: string
  readonly revision: number
  readonly actions: PaymentAction[]
}

/** Access to one account's billing records within a transaction. Nothing remote is called while it is open. */
export type BillingTransaction = ReturnType<typeof openBillingTransaction>

/** Until the end of the transaction no other one changes the account's billing, in any process. */
export async function lockBilling(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${accountId}`}, 0))`)
}

export function openBillingTransaction(opened: OpenedTransaction) {
  const { tx, accountId, revision, actions } = opened
  const findCheckoutWhere = async (condition: ReturnType<typeof eq>): Promise<CheckoutRecord | undefined> => {
    const [row] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.accountId, accountId), condition))
    return row
  }

  return {
    /** A known id is ignored. */
    async addAction(action: PaymentAction): Promise<void> {
      const position = actions.length
      const added = await tx
        .insert(paymentActions)
        .values({ ...action, revision, position })
        .onConflictDoNothing()
        .returning({ id: paymentActions.id })
      if (added.length > 0) actions.push(action)
    },

    async findAction(id: string): Promise<PaymentAction | undefined> {
      const [row] = await tx.select().from(paymentActions).where(eq(paymentActions.id, id))
      return row
    },

    /** In the order they were recorded. */
    listPendingActions(): Promise<PaymentAction[]> {
      return tx
        .select()
        .from(paymentActions)
        .where(and(eq(paymentActions.accountId, accountId), eq(paymentActions.state, 'pending')))
        .orderBy(asc(paymentActions.revision), asc(paymentActions.position))
    },

    /** The last order, cancellation, resumption or refund that a user requested for the subscription. */
    async findLastRequest(subscriptionId: string): Promise<PaymentAction | undefined> {
      const { request, result } = paymentActions
      const [row] = await tx
        .select()
        .from(paymentActions)
        .where(
          and(
            eq(paymentActions.accountId, accountId),
            sql`${request} ->> 'kind' <> 'end'`,
            or(sql`${request} ->> 'subscriptionId' = ${subscriptionId}`, eq(result, subscriptionId)),
          ),
        )
        .orderBy(desc(paymentActions.revision), desc(paymentActions.position))
        .limit(1)
      return row
    },

    async saveAction({ id, state, result, failedAttempts, nextAttemptAt }: PaymentAction): Promise<void> {
      await tx
        .update(paymentActions)
        .set({ state, result, failedAttempts, nextAttemptAt })
        .where(eq(paymentActions.id, id))
    },

    async findSubscription(): Promise<SubscriptionRecord | undefined> {
      const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId))
      return row && toSubscription(row)
    },

    async saveSubscription(subscription: SubscriptionRecord): Promise<void> {
      await tx
        .insert(subscriptions)
        .values(subscription)
        .onConflictDoUpdate({ target: subscriptions.accountId, set: subscription })
    },

    /** The account's customer id at a provider. */
    async findCustomer(provider: PaymentProviderId): Promise<string | undefined> {
      const [row] = await tx
        .select({ customerId: customers.customerId })
        .from(customers)
        .where(and(eq(customers.accountId, accountId), eq(customers.provider, provider)))
      return row?.customerId
    },

    async saveCustomer(provider: PaymentProviderId, customerId: string): Promise<void> {
      await tx
        .insert(customers)
        .values({ accountId, provider, customerId })
        .onConflictDoUpdate({ target: [customers.accountId, customers.provider], set: { customerId } })
    },

    listOpenCheckouts(): Promise<CheckoutRecord[]> {
      return tx
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.accountId, accountId), eq(checkouts.status, 'open')))
    },

    findCheckout: (intentId: string): Promise<CheckoutRecord | undefined> =>
      findCheckoutWhere(eq(checkouts.intentId, intentId)),

    findCheckoutOf: (subscriptionId: string): Promise<CheckoutRecord | undefined> =>
      findCheckoutWhere(eq(checkouts.subscriptionId, subscriptionId)),

    async saveCheckout(checkout: CheckoutRecord): Promise<void> {
      await tx
        .insert(checkouts)
        .values(checkout)
        .onConflictDoUpdate({ target: checkouts.intentId, set: { status: checkout.status } })
    },

    async listInvoicesSince(moment: Date): Promise<InvoiceRecord[]> {
      return selectInvoices(tx, accountId, gte(invoices.paidAt, moment))
    },

    async findInvoiceOf(intentId: string): Promise<InvoiceRecord | undefined> {
      const [row] = await selectInvoices(tx, accountId, eq(invoices.intentId, intentId))
      return row
    },

    /** Assigns the number; undefined if the invoice is already recorded. */
    async insertInvoice(invoice: Omit<InvoiceRecord, 'number'>): Promise<InvoiceRecord | undefined> {
      const [known] = await tx
        .select({ id: invoices.id })
        .from(invoices)
        .where(
          and(
            eq(invoices.provider, invoice.provider),
            eq(invoices.providerInvoiceId, invoice.providerInvoiceId),
          ),
        )
      if (known) return undefined
      const numbered = { ...invoice, number: await nextNumber(tx, invoice.paidAt.getUTCFullYear()) }
      await tx.insert(invoices).values(numbered)
      return numbered
    },

    async markInvoice(id: string, change: Pick<InvoiceRecord, 'refunded' | 'isDisputed'>): Promise<void> {
      await tx.update(invoices).set(change).where(eq(invoices.id, id))
    },

    /** An account can use the money-back guarantee once. */
    async markMoneyBackUsed(at: Date): Promise<void> {
      await tx.update(customers).set({ moneyBackAt: at }).where(eq(customers.accountId, accountId))
    },

    async isMoneyBackUsed(): Promise<boolean> {
      const [row] = await tx
        .select({ accountId: customers.accountId })
        .from(customers)
        .where(and(eq(customers.accountId, accountId), isNotNull(customers.moneyBackAt)))
      return row !== undefined
    },

    /** Records a provider event; true only the first time, so that redelivered events are ignored. */
    async isNewEvent(id: string, type: string, receivedAt: Date): Promise<boolean> {
      const added = await tx
        .insert(paymentEvents)
        .values({ id, type, receivedAt })
        .onConflictDoNothing()
        .returning({ id: paymentEvents.id })
      return added.length > 0
    },

    async queueMail(mail: MailJob): Promise<void> {
      await insertJobs(tx, [{ id: randomUUID(), queue: 'send-mail', payload: mail }])
    },
  }
}

/** The row of the year stays locked until the end of the transaction, so numbers are unique and without gaps. */
async function nextNumber(tx: Transaction, year: number): Promise<string> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${invoiceNumbers.last} + 1` } })
    .returning({ last: invoiceNumbers.last })
  return `FS-${year}-${String(row?.last ?? 1).padStart(numberDigits, '0')}`
}

type SubscriptionRow = typeof subscriptions.$inferSelect

/** Undefined for a plan without payment, which an operator granted. */
export function toSubscription(row: SubscriptionRow): SubscriptionRecord | undefined {
  return isPaidFor(row) ? row : undefined
}

function isPaidFor(row: SubscriptionRow): row is SubscriptionRow & SubscriptionRecord {
  return row.provider !== null && row.subscriptionId !== null && row.expiresAt !== null
}

/** Invoices of one account, whose accountId is therefore never null. */
export function selectInvoices(orm: Pick<NodePgDatabase, 'select'>, accountId: string, ...conditions: SQL[]) {
  return orm
    .select({ ...getTableColumns(invoices), accountId: sql<string>`${invoices.accountId}` })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), ...conditions))
    .$dynamic()
}
