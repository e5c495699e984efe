/** Billing records: subscriptions, checkouts, invoices and payment actions. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { OfferedPlanId } from '@filesmith/contract/plans'
import type { Quote, SubscriptionStatus } from '@filesmith/contract/schemas/billing'
import type { PaymentProviderId } from '../ports/payment-provider.ts'

export interface SubscriptionRecord {
  readonly accountId: string
  readonly plan: OfferedPlanId
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
  readonly plan: OfferedPlanId
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
  readonly plan: OfferedPlanId
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
