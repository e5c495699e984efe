/** Subscription orders through the Stripe adapter, against the Stripe double. */
import { createStripePayments } from '../../packages/server/src/adapters/stripe/stripe-payments.ts'
import type {
  CreatedPayment,
  CreatedSubscription,
  PaymentProvider,
  SubscriptionOrder,
} from '../../packages/server/src/ports/payment-provider.ts'
import type { StripeDouble } from './stripe-double/start-stripe-double.ts'

interface ChangedSettings {
  readonly secretKey?: string
  readonly apiUrl?: string
  readonly now?: () => Date
}

export function openStripePayments(stripe: StripeDouble, change: ChangedSettings = {}): PaymentProvider {
  return createStripePayments({
    secretKey: stripe.secretKey,
    publishableKey: 'pk_test_filesmith',
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
    productName: 'Filesmith',
    now: () => new Date(),
    ...change,
  })
}

let orders = 0

/** A monthly Basic order of a new customer with a unique order id. */
export function newOrder(change: Partial<SubscriptionOrder> = {}): SubscriptionOrder {
  orders += 1
  return {
    accountId: 'u_vulcan',
    email: 'vulcan+files@example.org',
    username: 'Vulcan & Söhne',
    customerId: null,
    plan: 'basic',
    interval: 'month',
    price: 499,
    discount: 0,
    orderId: `order-${orders}`,
    cardOf: null,
    ...change,
  }
}

export type UnpaidSubscription = CreatedSubscription & { readonly payment: CreatedPayment }

export async function beginUnpaid(
  payments: PaymentProvider,
  change: Partial<SubscriptionOrder> = {},
): Promise<UnpaidSubscription> {
  const begun = await payments.createSubscription(newOrder(change))
  if (!begun.payment) throw new Error('no payment is due')
  return { ...begun, payment: begun.payment }
}

export async function beginPaid(
  stripe: StripeDouble,
  payments: PaymentProvider,
  change: Partial<SubscriptionOrder> = {},
): Promise<UnpaidSubscription> {
  const begun = await beginUnpaid(payments, change)
  stripe.confirm(begun.payment.intentId, 'succeeded')
  return begun
}
