/** Whoever takes payments. What a plan costs and who has it is decided by us; the provider only takes money for it. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import type { PlanId } from '@filesmith/contract/plans'
import type { PaymentProviderInfo } from '@filesmith/contract/schemas/billing'

export type PaymentProviderId = PaymentProviderInfo['kind']

export interface SubscriptionOrder {
  readonly accountId: string
  readonly email: string
  readonly username: string
  /** Null for somebody who never bought anything. */
  readonly customerId: string | null
  readonly plan: PlanId
  readonly interval: BillingInterval
  /** In cents; what every later interval costs. */
  readonly price: number
  /** Taken off the first invoice. */
  readonly discount: number
  /** The same order twice makes one subscription. */
  readonly orderId: string
  /** A subscription of the same customer whose card is used when there is nothing to pay now. */
  readonly cardOf: string | null
}

export interface BegunSubscription {
  readonly customerId: string
  readonly subscriptionId: string
  /** Null when nothing is to be paid: then it runs already. */
  readonly payment: BegunPayment | null
}

export interface BegunPayment {
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
  /** Null for an invoice that nothing had to be paid for. */
  readonly intentId: string | null
  /** What was paid, in cents. */
  readonly amount: number
  readonly paidAt: Date
  readonly periodStart: Date
  readonly periodEnd: Date
}

export interface ProviderSubscription {
  readonly id: string
  /** Whose it is, as we told the provider when it began. */
  readonly accountId: string
  readonly customerId: string
  /** `incomplete`: its first payment is not there. */
  readonly status: 'incomplete' | 'active' | 'past-due' | 'ended'
  readonly cancelsAtEnd: boolean
  readonly paidFrom: Date
  /** Until when it is paid; while it is past due, when the unpaid interval began. */
  readonly paidUntil: Date
  readonly endedAt: Date | null
  /** Those that were paid, newest first; the last dozen is enough. */
  readonly invoices: readonly ProviderInvoice[]
}

/** Something happened at the provider: what it concerns. How things stand now is asked for. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly subscriptionId: string | null
  readonly intentId: string | null
}

/** Methods throw `payment-provider-failed` when nobody answers. */
export interface PaymentProvider {
  readonly info: PaymentProviderInfo
  /** Begins a subscription that runs from its first payment on. */
  begin(order: SubscriptionOrder): Promise<BegunSubscription>
  findPayment(intentId: string): Promise<ProviderPayment | undefined>
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** Whether it goes on when the paid time is over. */
  setRenewal(subscriptionId: string, isRenewing: boolean): Promise<void>
  /** At once, without giving anything back. One that has ended already stays so. */
  end(subscriptionId: string): Promise<void>
  /** All of it. Once given back, it is not given back again. */
  refund(intentId: string): Promise<void>
  /** Takes this off the customer's next invoices; less than nothing takes credit away. The same `reference` twice counts once. */
  addCredit(customerId: string, cents: number, reference: string): Promise<void>
  creditOf(customerId: string): Promise<number>
  /** Where the customer manages cards and payments: an address, or a path of this site. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>
  /** Forgets a customer, with everything that still runs. */
  forget(customerId: string): Promise<void>
  /** Throws `webhook-refused` unless the signature is the provider's own and fresh. */
  readEvent(rawBody: Buffer, signature: string | undefined): Promise<ProviderEvent>
}
