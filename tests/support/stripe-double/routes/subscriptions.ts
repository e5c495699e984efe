/** Endpoints for subscriptions. */

import { itemOf } from '../invoicing.ts'
import { type StripeLedger, toList } from '../ledger.ts'
import type { Subscription } from '../records.ts'
import type { RequestForm } from '../request-form.ts'
import type { Route } from '../route.ts'
import { invalid, missing } from '../stripe-fault.ts'
import { beginSubscription, cancelSubscription, hasEnded } from '../subscribing.ts'

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    takes: [
      'customer',
      'items[][price]',
      'discounts[][coupon]',
      'default_payment_method',
      'payment_behavior',
      'payment_settings[payment_method_types][]',
      'payment_settings[save_default_payment_method]',
      'metadata[*]',
    ],
    answer(ledger, form) {
      if (form.text('payment_behavior') !== 'default_incomplete') {
        throw invalid('The double supports only default_incomplete.', { param: 'payment_behavior' })
      }
      const coupon = form.text('discounts[0][coupon]')
      return beginSubscription(ledger, {
        customer: ledger.needCustomer(form.needText('customer'), 'customer').id,
        price: ledger.need('price', form.needText('items[0][price]'), 'items[0][price]'),
        coupon: coupon === undefined ? undefined : ledger.need('coupon', coupon, 'discounts[0][coupon]'),
        metadata: form.section('metadata'),
        defaultPaymentMethod: readCard(ledger, form) ?? null,
        paymentMethodTypes: form.list('payment_settings[payment_method_types]'),
        saveDefaultPaymentMethod: form.text('payment_settings[save_default_payment_method]') ?? 'off',
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    takes: ['customer', 'limit'],
    answer(ledger, form) {
      const customer = form.needText('customer')
      const found = ledger
        .all('subscription')
        .filter(subscription => subscription.customer === customer && subscription.status !== 'canceled')
      return { ...toList(found, '/v1/subscriptions', form.integer('limit')) }
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    answer: (ledger, _form, id) => ledger.need('subscription', id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    takes: ['cancel_at', 'cancel_at_period_end', 'default_payment_method'],
    answer(ledger, form, id) {
      const subscription = ledger.need('subscription', id)
      if (subscription.status === 'incomplete' || hasEnded(subscription)) {
        throw invalid(`A subscription that is ${subscription.status} cannot be changed like this.`)
      }
      subscription.default_payment_method = readCard(ledger, form) ?? subscription.default_payment_method
      changeEnd(ledger, subscription, form)
      ledger.emit('customer.subscription.updated', subscription)
      return subscription
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    answer(ledger, _form, id) {
      const subscription = ledger.need('subscription', id)
      if (hasEnded(subscription)) throw missing('subscription', id)
      cancelSubscription(ledger, subscription)
      return subscription
    },
  },
]

function readCard(ledger: StripeLedger, form: RequestForm): string | undefined {
  const card = form.text('default_payment_method')
  return card === undefined ? undefined : ledger.need('payment_method', card, 'default_payment_method').id
}

function changeEnd(ledger: StripeLedger, subscription: Subscription, form: RequestForm): void {
  const mark = form.flag('cancel_at_period_end')
  const date = form.text('cancel_at')
  if (mark !== undefined && date !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  if (date !== undefined) setEnd(ledger, subscription, date === '' ? null : form.needInteger('cancel_at'))
  if (mark === undefined) return
  subscription.cancel_at_period_end = mark
  setEnd(ledger, subscription, mark ? itemOf(subscription).current_period_end : null)
}

function setEnd(ledger: StripeLedger, subscription: Subscription, at: number | null): void {
  subscription.cancel_at = at
  subscription.canceled_at = at === null ? null : ledger.now
}
