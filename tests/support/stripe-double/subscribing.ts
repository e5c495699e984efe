/** The life of a subscription: begun, renewed, cancelled. */
import { type Books, newId, toList } from './books.ts'
import { intervalEnd } from './intervals.ts'
import { draftInvoice, finalizeInvoice, itemOf, voidInvoice } from './invoicing.ts'
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

/** As `default_incomplete` has it: runs when there is nothing to pay, waits for the customer otherwise. */
export function beginSubscription(books: Books, asked: NewSubscription): Subscription {
  const { price, coupon } = asked
  if (coupon) redeem(coupon)
  const id = newId('sub')
  const subscription = books.keep<Subscription>({
    id,
    object: 'subscription',
    created: books.now,
    status: 'incomplete',
    customer: asked.customer,
    billing_cycle_anchor: books.now,
    start_date: books.now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    currency: price.currency,
    default_payment_method: asked.defaultPaymentMethod,
    items: toList(
      [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: books.now,
          current_period_start: books.now,
          current_period_end: intervalEnd(books.now, books.now, price.recurring.interval),
          price,
          quantity: 1,
          subscription: id,
        },
      ],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    metadata: asked.metadata,
    payment_settings: {
      payment_method_types: asked.paymentMethodTypes.length > 0 ? asked.paymentMethodTypes : null,
      save_default_payment_method: asked.saveDefaultPaymentMethod,
    },
  })
  const invoice = draftInvoice(books, subscription, {
    reason: 'subscription_create',
    amountOff: coupon?.amount_off ?? 0,
    lookingBackTo: books.now,
  })
  finalizeInvoice(books, invoice)
  if (invoice.status === 'paid') subscription.status = 'active'
  books.emit('customer.subscription.created', subscription)
  return subscription
}

function redeem(coupon: Coupon): void {
  if (!coupon.valid)
    throw invalid(`Coupon ${coupon.id} is used up and cannot be applied.`, { code: 'coupon_expired' })
  coupon.times_redeemed += 1
  coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions
}

/** The next interval begins; its invoice is a draft for an hour. */
export function beginInterval(books: Books, subscription: Subscription): void {
  const item = itemOf(subscription)
  const lookingBackTo = item.current_period_start
  item.current_period_start = item.current_period_end
  item.current_period_end = intervalEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    item.price.recurring.interval,
  )
  draftInvoice(books, subscription, { reason: 'subscription_cycle', amountOff: 0, lookingBackTo })
  books.emit('customer.subscription.updated', subscription)
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** What was invoiced stays to be paid, but is not collected any more. */
export function cancelSubscription(books: Books, subscription: Subscription): void {
  subscription.status = 'canceled'
  subscription.canceled_at ??= books.now
  subscription.ended_at = books.now
  for (const invoice of books.all('invoice')) {
    if (invoice.parent.subscription_details.subscription !== subscription.id) continue
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
  }
  books.emit('customer.subscription.deleted', subscription)
}

/** Nobody paid the first invoice within its day. */
export function expireSubscription(books: Books, subscription: Subscription): void {
  subscription.status = 'incomplete_expired'
  subscription.ended_at = books.now
  if (subscription.latest_invoice !== null) {
    voidInvoice(books, books.need('invoice', subscription.latest_invoice))
  }
  books.emit('customer.subscription.updated', subscription)
}
