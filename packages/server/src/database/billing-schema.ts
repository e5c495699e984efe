/** Tables of paid plans: subscriptions, checkouts, invoices, and the ledger of the test payments. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { OfferedPlanId } from '@filesmith/contract/plans'
import type { SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { PaymentProviderId } from '../ports/payment-provider.ts'
import type { TestRecord } from '../ports/test-payments.ts'
import type { CheckoutRecord, PaymentAction, PaymentRequest } from './billing-records.ts'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from './drizzle.ts'
import { accountId, instant, users } from './schema.ts'

/** Accounts without a row are on Free. Columns after expires_at are null for a plan without payment. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: accountId().primaryKey(),
    plan: text('plan').$type<OfferedPlanId>().notNull(),
    expiresAt: instant('expires_at'),
    /** Includes the grace period; if null, the plan ends at `expiresAt`. */
    accessUntil: instant('access_until'),
    status: text('status').$type<SubscriptionStatus>(),
    interval: text('interval').$type<BillingInterval>(),
    price: integer('price'),
    provider: text('provider').$type<PaymentProviderId>(),
    subscriptionId: text('subscription_id'),
    customerId: text('customer_id'),
    periodStart: instant('period_start'),
    startedAt: instant('started_at'),
    checkedAt: instant('checked_at'),
  },
  table => [index('subscriptions_expires').on(table.expiresAt)],
)

/** Maps accounts to customers of a payment provider. */
export const customers = pgTable(
  'customers',
  {
    accountId: accountId(),
    provider: text('provider').$type<PaymentProviderId>().notNull(),
    customerId: text('customer_id').notNull(),
    moneyBackAt: instant('money_back_at'),
  },
  table => [primaryKey({ columns: [table.accountId, table.provider] })],
)

/** Started payments; a paid one creates or changes a subscription exactly once. */
export const checkouts = pgTable(
  'checkouts',
  {
    intentId: text('intent_id').primaryKey(),
    accountId: accountId(),
    provider: text('provider').$type<PaymentProviderId>().notNull(),
    subscriptionId: text('subscription_id').notNull(),
    customerId: text('customer_id').notNull(),
    clientSecret: text('client_secret').notNull(),
    plan: text('plan').$type<OfferedPlanId>().notNull(),
    interval: text('interval').$type<BillingInterval>().notNull(),
    price: integer('price').notNull(),
    credit: integer('credit').notNull(),
    amount: integer('amount').notNull(),
    replaces: text('replaces'),
    status: text('status').$type<CheckoutRecord['status']>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('checkouts_account').on(table.accountId),
    index('checkouts_status_created').on(table.status, table.createdAt),
  ],
)

export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey(),
    number: text('number').notNull().unique(),
    /** Null once the account is deleted: the amount stays for accounting, the person does not. */
    accountId: text('account_id').references(() => users.id, { onDelete: 'set null' }),
    provider: text('provider').$type<PaymentProviderId>().notNull(),
    providerInvoiceId: text('provider_invoice_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    intentId: text('intent_id'),
    plan: text('plan').$type<OfferedPlanId>().notNull(),
    interval: text('interval').$type<BillingInterval>().notNull(),
    price: integer('price').notNull(),
    amount: integer('amount').notNull(),
    refunded: integer('refunded').notNull().default(0),
    isDisputed: boolean('is_disputed').notNull().default(false),
    paidAt: instant('paid_at').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
  },
  table => [
    uniqueIndex('invoices_provider_id').on(table.provider, table.providerInvoiceId),
    index('invoices_account_paid').on(table.accountId, table.paidAt),
    index('invoices_intent').on(table.intentId),
  ],
)

/** The last invoice number of each year. */
export const invoiceNumbers = pgTable('invoice_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** Received provider events, for deduplication. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  table => [index('payment_events_received').on(table.receivedAt)],
)

/** Number of changes of an account's billing records; a decision on older records is repeated. */
export const billingRevisions = pgTable('billing_revisions', {
  accountId: accountId().primaryKey(),
  revision: integer('revision').notNull(),
})

/** Outbox of requests to the payment provider. */
export const paymentActions = pgTable(
  'payment_actions',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    /** The change that recorded it, and its position among the actions of that change. */
    revision: integer('revision').notNull(),
    position: integer('position').notNull(),
    provider: text('provider').$type<PaymentProviderId>().notNull(),
    request: jsonb('request').$type<PaymentRequest>().notNull(),
    state: text('state').$type<PaymentAction['state']>().notNull(),
    result: text('result'),
    failedAttempts: integer('failed_attempts').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('payment_actions_account').on(table.accountId, table.state),
    index('payment_actions_state_next').on(table.state, table.nextAttemptAt),
  ],
)

/** Ledger of the test payments, in place of a provider's database. */
export const testPayments = pgTable(
  'test_payments',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<TestRecord['kind']>().notNull(),
    accountId: text('account_id').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    index('test_payments_kind_due').on(table.kind, table.dueAt),
    index('test_payments_account').on(table.accountId, table.kind),
  ],
)
