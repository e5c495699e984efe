/** Endpoints for invoices, payments, refunds and disputes. */

import { voidInvoice } from '../invoicing.ts'
import { toList } from '../ledger.ts'
import { refundPayment, tryPayment } from '../paying.ts'
import type { Route } from '../route.ts'
import { invalid } from '../stripe-fault.ts'

export const paymentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    takes: ['subscription', 'status', 'limit'],
    answer(ledger, form) {
      const subscription = form.text('subscription')
      const status = form.text('status')
      const found = ledger
        .all('invoice')
        .filter(
          ({ parent }) =>
            (subscription ?? parent.subscription_details.subscription) ===
            parent.subscription_details.subscription,
        )
        .filter(invoice => status === undefined || invoice.status === status)
      return { ...toList(found, '/v1/invoices', form.integer('limit')) }
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    answer: (ledger, _form, id) => ledger.need('invoice', id),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    answer(ledger, _form, id) {
      const invoice = ledger.need('invoice', id)
      if (invoice.status !== 'open') {
        throw invalid(`You can only void open invoices; this one is ${invoice.status}.`)
      }
      voidInvoice(ledger, invoice)
      return invoice
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    answer: (ledger, _form, id) => ledger.need('payment_intent', id, 'intent'),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    takes: ['payment_method'],
    answer(ledger, form, id) {
      const intent = ledger.need('payment_intent', id, 'intent')
      const card = ledger.need('payment_method', form.needText('payment_method'), 'payment_method')
      tryPayment(ledger, intent, 'succeeded', card.id)
      return intent
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    answer: (ledger, _form, id) => ledger.need('payment_method', id),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    takes: ['payment_intent', 'amount', 'reason'],
    answer(ledger, form) {
      const intent = ledger.need('payment_intent', form.needText('payment_intent'), 'payment_intent')
      return refundPayment(ledger, intent, {
        amount: form.integer('amount'),
        reason: form.text('reason') ?? null,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    takes: ['payment_intent', 'limit'],
    answer(ledger, form) {
      const intent = form.text('payment_intent')
      const found = ledger
        .all('dispute')
        .filter(dispute => (intent ?? dispute.payment_intent) === dispute.payment_intent)
      return { ...toList(found, '/v1/disputes', form.integer('limit')) }
    },
  },
]
