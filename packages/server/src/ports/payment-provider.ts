/** Payment provider. Prices and plans are decided by this server; the provider only collects the money. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { OfferedPlanId } from '@filesmith/contract/plans'
import type { PaymentProviderInfo } from '@filesmith/contract/schemas/billing'

export type PaymentProviderId = PaymentProviderInfo['kind']

export interface SubscriptionOrder {
  readonly accountId: string
  readonly email: string
  readonly username: string
  /** Null if the account never bought anything. */
  readonly customerId: string | null
  readonly plan: OfferedPlanId
  readonly interval: BillingInterval
  /** In cents, for each later interval. */
  readonly price: number
  /** In cents; deducted from the first invoice. */
  readonly discount: number
  /** Idempotency key: the same order creates one subscription. */
  readonly orderId: string
  /** Default: 0. Later ones search for the order first, because the provider forgets keys or repeats a stored failure. */
  readonly attempt?: number
  /** Subscription of the same customer whose card is charged later if nothing is due now. */
  readonly cardOf: string | null
}

export interface CreatedSubscription {
  readonly customerId: string
  readonly subscriptionId: string
  /** Null if nothing is due: the subscription is already active. */
  readonly payment: CreatedPayment | null
}

export interface CardOnFile {
  readonly brand: string
  readonly lastFour: string
  /** MM/YY. */
  readonly expiry: string
}

export interface CreatedPayment {
  readonly intentId: string
  readonly clientSecret: string
  readonly amount: number
}

export interface ProviderPayment {
  readonly intentId: string
  readonly customerId: string | null
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  readonly amount: number
  readonly currency: string
  /** In cents. */
  readonly refunded: number
  readonly isDisputed: boolean
}

export interface ProviderInvoice {
  readonly id: string
  /** Null for an invoice with nothing to pay. */
  readonly intentId: string | null
  /** Amount paid, in cents. */
  readonly amount: number
  readonly paidAt: Date
  readonly periodStart: Date
  readonly periodEnd: Date
}

export interface ProviderSubscription {
  readonly id: string
  /** The account id that was passed to the provider when the subscription was created. */
  readonly accountId: string
  readonly customerId: string
  /** `incomplete`: the first payment has not been made. */
  readonly status: 'incomplete' | 'active' | 'past-due' | 'ended'
  readonly cancelsAtEnd: boolean
  readonly paidFrom: Date
  /** End of the paid period; if past due, start of the unpaid interval. */
  readonly paidUntil: Date
  readonly endedAt: Date | null
  /** Paid invoices, newest first; the last twelve suffice. */
  readonly invoices: readonly ProviderInvoice[]
}

/** Event of the provider. It only says which object changed; the current state is fetched. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly subscriptionId: string | null
  readonly intentId: string | null
}

/**
 * Methods throw `payment-provider-failed` if the provider cannot be reached. Those that change something are idempotent,
 * and never called while a transaction is open.
 */
export interface PaymentProvider {
  readonly info: PaymentProviderInfo
  /** Creates a subscription that becomes active with its first payment. */
  createSubscription(order: SubscriptionOrder): Promise<CreatedSubscription>
  findPayment(intentId: string): Promise<ProviderPayment | undefined>
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** Whether the subscription renews at the end of the paid period. Once per `reference`: a delayed repetition has no effect. */
  setRenewal(subscriptionId: string, isRenewing: boolean, reference?: string): Promise<void>
  /** Ends it immediately, without a refund. Idempotent. */
  end(subscriptionId: string): Promise<void>
  /** Refunds the full amount. Idempotent. */
  refund(intentId: string): Promise<void>
  /** Credits the customer's next invoices; a negative amount removes credit. Idempotent by `reference`. */
  addCredit(customerId: string, cents: number, reference: string): Promise<void>
  creditOf(customerId: string): Promise<number>
  /** The card that renewals are charged to. */
  findCard(customerId: string): Promise<CardOnFile | undefined>
  /** Pays an open payment with that card; throws `payment-failed` with the reason if it is declined. */
  payWithCard(
    customerId: string,
    intentId: string,
  ): Promise<'succeeded' | 'processing' | 'needs-authentication'>
  /** Page where the customer manages cards and payments: a URL, or a path of this site. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>
  /** Deletes a customer and ends all of its subscriptions. */
  deleteCustomer(customerId: string): Promise<void>
  /** Throws `webhook-refused` unless the signature is valid and recent (forged or replayed events). */
  readEvent(rawBody: Buffer, signature: string | undefined): Promise<ProviderEvent>
}
