/** Invoices, payments, what was given back and what is disputed. */
import { toList } from '../books.ts'
import { voidInvoice } from '../invoicing.ts'
import { refundPayment } from '../paying.ts'
import type { Route } from '../route.ts'
import { invalid } from '../stripe-fault.ts'

export const paymentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    takes: ['subscription', 'status', 'limit'],
    answer(books, form) {
      const subscription = form.text('subscription')
      const status = form.text('status')
      const found = books
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
    answer: (books, _form, id) => books.need('invoice', id),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    answer(books, _form, id) {
      const invoice = books.need('invoice', id)
      if (invoice.status !== 'open') {
        throw invalid(`You can only void open invoices; this one is ${invoice.status}.`)
      }
      voidInvoice(books, invoice)
      return invoice
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    answer: (books, _form, id) => books.need('payment_intent', id, 'intent'),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    takes: ['payment_intent', 'amount', 'reason'],
    answer(books, form) {
      const intent = books.need('payment_intent', form.needText('payment_intent'), 'payment_intent')
      return refundPayment(books, intent, {
        amount: form.integer('amount'),
        reason: form.text('reason') ?? null,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    takes: ['payment_intent', 'limit'],
    answer(books, form) {
      const intent = form.text('payment_intent')
      const found = books
        .all('dispute')
        .filter(dispute => (intent ?? dispute.payment_intent) === dispute.payment_intent)
      return { ...toList(found, '/v1/disputes', form.integer('limit')) }
    },
  },
]
