/** Subscription lifecycle: create, renew, cancel, expire. */

import { intervalEnd } from './intervals.ts'
import { draftInvoice, finalizeInvoice, itemOf, voidInvoice } from './invoicing.ts'
import { newId, type StripeLedger, toList } from './ledger.ts'
import type { Coupon, Price, Subscription } from './records.ts'
import { invalid } from './stripe-fault.ts'

interface NewSubscription {
  readonly customer: string
  readonly price: Price
  readonly coupon: Coupon | undefined
  readonly metadata: Record<string, string>
  readonly defaultPaymentMethod: string | null
  readonly paymentMethodTypes: string[]
  readonly saveDefaultPaymentMethod: string
}

/** `default_incomplete`: active if nothing is due, otherwise incomplete until the customer pays. */
export function beginSubscription(ledger: StripeLedger, order: NewSubscription): Subscription {
  const { price, coupon } = order
  if (coupon) redeem(coupon)
  const id = newId('sub')
  const subscription = ledger.keep<Subscription>({
    id,
    object: 'subscription',
    created: ledger.now,
    status: 'incomplete',
    customer: order.customer,
    billing_cycle_anchor: ledger.now,
    start_date: ledger.now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    currency: price.currency,
    default_payment_method: order.defaultPaymentMethod,
    items: toList(
      [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: ledger.now,
          current_period_start: ledger.now,
          current_period_end: intervalEnd(ledger.now, ledger.now, price.recurring.interval),
          price,
          quantity: 1,
          subscription: id,
        },
      ],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    metadata: order.metadata,
    payment_settings: {
      payment_method_types: order.paymentMethodTypes.length > 0 ? order.paymentMethodTypes : null,
      save_default_payment_method: order.saveDefaultPaymentMethod,
    },
  })
  const invoice = draftInvoice(ledger, subscription, {
    reason: 'subscription_create',
    amountOff: coupon?.amount_off ?? 0,
    periodStart: ledger.now,
  })
  finalizeInvoice(ledger, invoice)
  if (invoice.status === 'paid') subscription.status = 'active'
  ledger.emit('customer.subscription.created', subscription)
  return subscription
}

function redeem(coupon: Coupon): void {
  if (!coupon.valid)
    throw invalid(`Coupon ${coupon.id} is used up and cannot be applied.`, { code: 'coupon_expired' })
  coupon.times_redeemed += 1
  coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions
}

/** Starts the next interval; its invoice stays a draft for an hour. */
export function beginInterval(ledger: StripeLedger, subscription: Subscription): void {
  const item = itemOf(subscription)
  const periodStart = item.current_period_start
  item.current_period_start = item.current_period_end
  item.current_period_end = intervalEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    item.price.recurring.interval,
  )
  draftInvoice(ledger, subscription, { reason: 'subscription_cycle', amountOff: 0, periodStart })
  ledger.emit('customer.subscription.updated', subscription)
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Open invoices stay open but are no longer collected. */
export function cancelSubscription(ledger: StripeLedger, subscription: Subscription): void {
  subscription.status = 'canceled'
  subscription.canceled_at ??= ledger.now
  subscription.ended_at = ledger.now
  for (const invoice of ledger.all('invoice')) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
  }
  ledger.emit('customer.subscription.deleted', subscription)
}

/** The first invoice was not paid within 23 hours. */
export function expireSubscription(ledger: StripeLedger, subscription: Subscription): void {
  subscription.status = 'incomplete_expired'
  subscription.ended_at = ledger.now
  if (subscription.latest_invoice !== null) {
    voidInvoice(ledger, ledger.need('invoice', subscription.latest_invoice))
  }
  ledger.emit('customer.subscription.updated', subscription)
}
