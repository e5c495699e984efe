/** Our own books: who pays for which plan until when, what was paid, and which notices of the provider were heard. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { MailJob } from './mail.ts'
import type { PaymentProviderId } from './payment-provider.ts'

export interface SubscriptionRecord {
  readonly accountId: string
  readonly plan: PlanId
  readonly interval: BillingInterval
  /** In cents, for an interval. */
  readonly price: number
  readonly status: SubscriptionStatus
  readonly provider: PaymentProviderId
  readonly subscriptionId: string
  readonly customerId: string
  /** What was paid for lasts from here to `expiresAt`. */
  readonly periodStart: Date
  readonly expiresAt: Date
  /** When the plan ends unless something is paid: days of grace after `expiresAt` while it renews. */
  readonly accessUntil: Date
  /** The first payment of an unbroken row of paid plans: money back is counted from here. */
  readonly startedAt: Date
  /** When the provider was asked last how it stands. */
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
  /** The subscription that ends when this one is paid. */
  readonly replaces: string | null
  readonly status: 'open' | 'applied' | 'abandoned' | 'given-back'
  readonly createdAt: Date
}

export interface InvoiceRecord {
  readonly id: string
  /** Given out in order, without gaps a year. */
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

/** The books of one account, open to one writer at a time. */
export interface BillingTransaction {
  findSubscription(): Promise<SubscriptionRecord | undefined>
  saveSubscription(subscription: SubscriptionRecord): Promise<void>
  /** Which customer of a provider somebody is. */
  findCustomer(provider: PaymentProviderId): Promise<string | undefined>
  saveCustomer(provider: PaymentProviderId, customerId: string): Promise<void>
  listOpenCheckouts(): Promise<CheckoutRecord[]>
  findCheckout(intentId: string): Promise<CheckoutRecord | undefined>
  findCheckoutOf(subscriptionId: string): Promise<CheckoutRecord | undefined>
  saveCheckout(checkout: CheckoutRecord): Promise<void>
  findInvoiceOf(intentId: string): Promise<InvoiceRecord | undefined>
  /** Numbers it; undefined when it is known already. */
  insertInvoice(invoice: Omit<InvoiceRecord, 'number'>): Promise<InvoiceRecord | undefined>
  markInvoice(id: string, change: Pick<InvoiceRecord, 'refunded' | 'isDisputed'>): Promise<void>
  listInvoicesSince(moment: Date): Promise<InvoiceRecord[]>
  /** The account can do so once. */
  useMoneyBack(at: Date): Promise<void>
  isMoneyBackUsed(): Promise<boolean>
  /** True the first time only. */
  isNewEvent(eventId: string, type: string, at: Date): Promise<boolean>
  queueMail(mail: MailJob): Promise<void>
}

export interface BillingStore {
  /** One writer for each account at a time, over all processes; all of it is kept, or nothing. */
  change<Result>(
    accountId: string,
    work: (transaction: BillingTransaction) => Promise<Result>,
  ): Promise<Result>
  findSubscription(accountId: string): Promise<SubscriptionRecord | undefined>
  findCustomers(accountId: string): Promise<{ provider: PaymentProviderId; customerId: string }[]>
  isMoneyBackUsed(accountId: string): Promise<boolean>
  /** Newest first. */
  listInvoices(accountId: string): Promise<InvoiceRecord[]>
  findInvoice(accountId: string, id: string): Promise<InvoiceRecord | undefined>
  /** The account that a payment was begun or invoiced for. */
  findPayer(intentId: string): Promise<string | undefined>
  /** Paid plans whose time is over or that are past due, and that nobody asked about since `checkedBefore`. */
  listDue(now: Date, checkedBefore: Date, limit: number): Promise<SubscriptionRecord[]>
  listOpenCheckouts(createdBefore: Date, limit: number): Promise<CheckoutRecord[]>
  removeEventsBefore(moment: Date): Promise<number>
}
