/** Subscriptions, checkouts, invoices, payment actions and processed provider events. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { Quote, SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { MailJob } from './mail.ts'
import type { PaymentProviderId } from './payment-provider.ts'

export interface SubscriptionRecord {
  readonly accountId: string
  readonly plan: PlanId
  readonly interval: BillingInterval
  /** In cents, per interval. */
  readonly price: number
  readonly status: SubscriptionStatus
  readonly provider: PaymentProviderId
  readonly subscriptionId: string
  readonly customerId: string
  /** The paid period is from here to `expiresAt`. */
  readonly periodStart: Date
  readonly expiresAt: Date
  /** When the plan ends without a payment: `expiresAt`, plus a grace period while it renews. */
  readonly accessUntil: Date
  /** First payment of an uninterrupted run of paid plans; the money-back period starts here. */
  readonly startedAt: Date
  /** When the subscription was last fetched from the provider. */
  readonly checkedAt: Date
}

export interface CheckoutRecord {
  readonly intentId: string
  readonly accountId: string
  readonly provider: PaymentProviderId
  readonly subscriptionId: string
  readonly customerId: string
  readonly clientSecret: string
  readonly plan: PlanId
  readonly interval: BillingInterval
  readonly price: number
  readonly credit: number
  readonly amount: number
  /** The subscription that ends once this one is paid. */
  readonly replaces: string | null
  readonly status: 'open' | 'applied' | 'abandoned' | 'given-back'
  readonly createdAt: Date
}

export interface InvoiceRecord {
  readonly id: string
  /** Sequential per year, without gaps. */
  readonly number: string
  readonly accountId: string
  readonly provider: PaymentProviderId
  readonly providerInvoiceId: string
  readonly subscriptionId: string
  readonly intentId: string | null
  readonly plan: PlanId
  readonly interval: BillingInterval
  readonly price: number
  readonly amount: number
  readonly refunded: number
  readonly isDisputed: boolean
  readonly paidAt: Date
  readonly periodStart: Date
  readonly periodEnd: Date
}

/** What the payment provider is asked to do. `domain/billing/payment-actions.ts` executes and settles each kind. */
export type PaymentRequest =
  /** Creates a subscription: `checkout` waits for its first payment, `change` is covered by credit. */
  | {
      readonly kind: 'order'
      readonly purpose: 'checkout' | 'change'
      readonly quote: Quote
      readonly replaces: string | null
    }
  | { readonly kind: 'cancel' | 'resume'; readonly subscriptionId: string }
  | { readonly kind: 'money-back'; readonly subscriptionId: string; readonly intentIds: readonly string[] }
  | { readonly kind: 'close-checkout' | 'refund-checkout'; readonly intentId: string }
  | { readonly kind: 'end'; readonly subscriptionId: string }
  | {
      readonly kind: 'credit'
      readonly customerId: string
      readonly cents: number
      readonly reference: string
    }

/** An entry of the outbox: recorded with the decision, executed after the commit, settled in a second transaction. */
export interface PaymentAction {
  /** Also the idempotency key at the provider. */
  readonly id: string
  readonly accountId: string
  readonly provider: PaymentProviderId
  readonly request: PaymentRequest
  readonly state: 'pending' | 'settled' | 'abandoned'
  /** Of an order: the created payment or subscription; null if it was undone. */
  readonly result: string | null
  readonly failedAttempts: number
  readonly nextAttemptAt: Date
  readonly createdAt: Date
}

/** Access to one account's billing records within a transaction. Nothing remote is called while it is open. */
export interface BillingTransaction {
  /** A known id is ignored. */
  addAction(action: PaymentAction): Promise<void>
  findAction(id: string): Promise<PaymentAction | undefined>
  /** In the order they were recorded. */
  listPendingActions(): Promise<PaymentAction[]>
  /** The last order, cancellation, resumption or refund that a user requested for the subscription. */
  findLastRequest(subscriptionId: string): Promise<PaymentAction | undefined>
  saveAction(action: PaymentAction): Promise<void>
  findSubscription(): Promise<SubscriptionRecord | undefined>
  saveSubscription(subscription: SubscriptionRecord): Promise<void>
  /** The account's customer id at a provider. */
  findCustomer(provider: PaymentProviderId): Promise<string | undefined>
  saveCustomer(provider: PaymentProviderId, customerId: string): Promise<void>
  listOpenCheckouts(): Promise<CheckoutRecord[]>
  findCheckout(intentId: string): Promise<CheckoutRecord | undefined>
  findCheckoutOf(subscriptionId: string): Promise<CheckoutRecord | undefined>
  saveCheckout(checkout: CheckoutRecord): Promise<void>
  findInvoiceOf(intentId: string): Promise<InvoiceRecord | undefined>
  /** Assigns the number; undefined if the invoice is already recorded. */
  insertInvoice(invoice: Omit<InvoiceRecord, 'number'>): Promise<InvoiceRecord | undefined>
  markInvoice(id: string, change: Pick<InvoiceRecord, 'refunded' | 'isDisputed'>): Promise<void>
  listInvoicesSince(moment: Date): Promise<InvoiceRecord[]>
  /** An account can use the money-back guarantee once. */
  markMoneyBackUsed(at: Date): Promise<void>
  isMoneyBackUsed(): Promise<boolean>
  /** Records a provider event; true only the first time, so that redelivered events are ignored. */
  isNewEvent(eventId: string, type: string, at: Date): Promise<boolean>
  queueMail(mail: MailJob): Promise<void>
}

export interface BillingStore {
  /** Every change of an account increments its revision. */
  read<Result>(
    accountId: string,
    work: (transaction: BillingTransaction) => Promise<Result>,
  ): Promise<{ revision: number; result: Result }>
  /**
   * Runs `work` in a transaction that is serialized per account across all processes, and returns the recorded actions.
   * Undefined, without running it, if the account is no longer at `revision`.
   */
  change<Result>(
    accountId: string,
    work: (transaction: BillingTransaction) => Promise<Result>,
    revision?: number,
  ): Promise<{ result: Result; actions: readonly PaymentAction[] } | undefined>
  /** Pending actions whose next attempt is due, in the order they were recorded. */
  listDueActions(now: Date, limit: number): Promise<PaymentAction[]>
  findSubscription(accountId: string): Promise<SubscriptionRecord | undefined>
  findCustomers(accountId: string): Promise<{ provider: PaymentProviderId; customerId: string }[]>
  isMoneyBackUsed(accountId: string): Promise<boolean>
  /** Newest first. */
  listInvoices(accountId: string): Promise<InvoiceRecord[]>
  findInvoice(accountId: string, id: string): Promise<InvoiceRecord | undefined>
  /** The account a payment was started or invoiced for. */
  findAccountByPayment(intentId: string): Promise<string | undefined>
  /** Paid plans that have expired or are past due and were not checked with the provider since `checkedBefore`. */
  listDue(now: Date, checkedBefore: Date, limit: number): Promise<SubscriptionRecord[]>
  listOpenCheckouts(createdBefore: Date, limit: number): Promise<CheckoutRecord[]>
  removeEventsBefore(moment: Date): Promise<number>
  removeActionsBefore(moment: Date): Promise<number>
}
