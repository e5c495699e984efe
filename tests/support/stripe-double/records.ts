/** Stripe objects with the fields that Filesmith uses, named as in Stripe's API reference. */

type Metadata = Record<string, string>

interface Kept<Kind extends string> {
  readonly id: string
  readonly object: Kind
  readonly created: number
}

export interface Customer extends Kept<'customer'> {
  email: string | null
  name: string | null
  /** Negative amounts are credit. */
  balance: number
  metadata: Metadata
  invoice_settings: { default_payment_method: string | null }
  deleted?: true
}

export interface Product extends Kept<'product'> {
  name: string
  active: boolean
}

export type Interval = 'month' | 'year'

export interface Price extends Kept<'price'> {
  active: boolean
  currency: string
  unit_amount: number
  recurring: { interval: Interval; interval_count: 1 }
  lookup_key: string | null
  product: string
  type: 'recurring'
}

export interface Coupon extends Kept<'coupon'> {
  amount_off: number
  currency: string
  duration: string
  max_redemptions: number | null
  times_redeemed: number
  valid: boolean
  name: string | null
}

export interface PaymentMethod extends Kept<'payment_method'> {
  customer: string
  type: 'card'
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}

export interface ListOf<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}

export interface SubscriptionItem extends Kept<'subscription_item'> {
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: 1
  subscription: string
}

export interface Subscription extends Kept<'subscription'> {
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled'
  customer: string
  billing_cycle_anchor: number
  start_date: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  currency: string
  default_payment_method: string | null
  items: ListOf<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  payment_settings: { payment_method_types: string[] | null; save_default_payment_method: string }
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  period: { start: number; end: number }
  parent: {
    type: 'subscription_item_details'
    invoice_item_details: null
    subscription_item_details: { proration: boolean; subscription: string; subscription_item: string }
  }
}

export interface Invoice extends Kept<'invoice'> {
  status: 'draft' | 'open' | 'paid' | 'void'
  billing_reason: 'subscription_create' | 'subscription_cycle'
  customer: string
  currency: string
  subtotal: number
  total: number
  amount_due: number
  amount_paid: number
  amount_remaining: number
  starting_balance: number
  ending_balance: number | null
  attempt_count: number
  next_payment_attempt: number | null
  auto_advance: boolean
  lines: ListOf<InvoiceLine>
  /** The past interval; of zero length for the first invoice. */
  period_start: number
  period_end: number
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  }
  status_transitions: { finalized_at: number | null; paid_at: number | null; voided_at: number | null }
}

export interface InvoicePayment extends Kept<'invoice_payment'> {
  invoice: string
  amount_requested: number
  amount_paid: number | null
  currency: string
  is_default: boolean
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid' | 'canceled'
}

export interface PaymentIntent extends Kept<'payment_intent'> {
  amount: number
  amount_received: number
  currency: string
  customer: string
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  latest_charge: string | null
  payment_method: string | null
  last_payment_error: { type: 'card_error'; code: string; decline_code: string; message: string } | null
}

export interface Charge extends Kept<'charge'> {
  payment_intent: string
  customer: string
  amount: number
  amount_refunded: number
  currency: string
  status: 'succeeded' | 'failed'
  paid: boolean
  refunded: boolean
  disputed: boolean
}

export interface Refund extends Kept<'refund'> {
  charge: string
  payment_intent: string
  amount: number
  currency: string
  reason: string | null
  status: 'succeeded'
}

export interface Dispute extends Kept<'dispute'> {
  charge: string
  payment_intent: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

export interface BalanceTransaction extends Kept<'customer_balance_transaction'> {
  amount: number
  currency: string
  customer: string
  description: string | null
  ending_balance: number
  invoice: string | null
  metadata: Metadata
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice' | 'invoice_too_small'
}

export interface PortalConfiguration extends Kept<'billing_portal.configuration'> {
  active: boolean
  is_default: boolean
  features: Record<string, string>
  metadata: Metadata
}

export interface PortalSession extends Kept<'billing_portal.session'> {
  configuration: string
  customer: string
  return_url: string | null
  url: string
}

export interface Event extends Kept<'event'> {
  api_version: string
  type: string
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  /** Snapshot at the time of the event. */
  data: { object: unknown }
}

export type StripeRecord =
  | Customer
  | Product
  | Price
  | Coupon
  | PaymentMethod
  | Subscription
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | Charge
  | Refund
  | Dispute
  | BalanceTransaction
  | PortalConfiguration
  | PortalSession

export type Kind = StripeRecord['object']
export type RecordOf<K extends Kind> = Extract<StripeRecord, { object: K }>
