/** Endpoints for customers and their balance. */
import { newId, toList } from '../ledger.ts'
import type { Route } from '../route.ts'
import { invalid } from '../stripe-fault.ts'
import { cancelSubscription, hasEnded } from '../subscribing.ts'

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    takes: ['email', 'name', 'metadata[*]'],
    answer(ledger, form) {
      const customer = ledger.keep({
        id: newId('cus'),
        object: 'customer',
        created: ledger.now,
        email: form.text('email') ?? null,
        name: form.text('name') ?? null,
        balance: 0,
        metadata: form.section('metadata'),
        invoice_settings: { default_payment_method: null },
      })
      ledger.emit('customer.created', customer)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    answer: (ledger, _form, id) => ledger.need('customer', id),
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    answer(ledger, _form, id) {
      const customer = ledger.needCustomer(id)
      for (const subscription of ledger.all('subscription')) {
        if (subscription.customer === id && !hasEnded(subscription)) cancelSubscription(ledger, subscription)
      }
      ledger.emit('customer.deleted', customer)
      customer.deleted = true
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/balance_transactions',
    takes: ['limit'],
    answer(ledger, form, id) {
      ledger.needCustomer(id)
      const own = ledger.all('customer_balance_transaction').filter(({ customer }) => customer === id)
      return { ...toList(own, `/v1/customers/${id}/balance_transactions`, form.integer('limit')) }
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id/balance_transactions',
    takes: ['amount', 'currency', 'description', 'metadata[*]'],
    answer(ledger, form, id) {
      const customer = ledger.needCustomer(id)
      const amount = form.needInteger('amount')
      if (amount === 0) throw invalid('This value must not be zero.', { param: 'amount' })
      customer.balance += amount
      ledger.emit('customer.updated', customer)
      return ledger.keep({
        id: newId('cbtxn'),
        object: 'customer_balance_transaction',
        created: ledger.now,
        amount,
        currency: form.needText('currency'),
        customer: id,
        description: form.text('description') ?? null,
        ending_balance: customer.balance,
        invoice: null,
        metadata: form.section('metadata'),
        type: 'adjustment',
      })
    },
  },
]
