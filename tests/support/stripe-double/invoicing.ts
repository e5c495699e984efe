/** Subscription invoices: draft, finalize against the customer balance, void. */
import { newId, type StripeLedger, toList } from './ledger.ts'
import type { BalanceTransaction, Invoice, Subscription, SubscriptionItem } from './records.ts'

/** Minimum charge in cents; smaller amounts are added to the customer balance. */
const minimumCharge = 50

export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

export function subscriptionOf(ledger: StripeLedger, invoice: Invoice): Subscription {
  return ledger.need('subscription', invoice.parent.subscription_details.subscription)
}

interface NewInvoice {
  readonly reason: Invoice['billing_reason']
  readonly amountOff: number
  /** Start of the previous interval: the period of an invoice is the past one. */
  readonly periodStart: number
}

/** Invoices the current interval of the subscription item. */
export function draftInvoice(ledger: StripeLedger, subscription: Subscription, more: NewInvoice): Invoice {
  const item = itemOf(subscription)
  const { unit_amount: subtotal, currency } = item.price
  const id = newId('in')
  const total = Math.max(0, subtotal - more.amountOff)
  const invoice = ledger.keep({
    id,
    object: 'invoice',
    created: ledger.now,
    status: 'draft',
    billing_reason: more.reason,
    customer: subscription.customer,
    currency,
    subtotal,
    total,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    starting_balance: 0,
    ending_balance: null,
    attempt_count: 0,
    next_payment_attempt: null,
    auto_advance: true,
    lines: toList(
      [
        {
          id: newId('il'),
          object: 'line_item',
          amount: subtotal,
          currency,
          period: { start: item.current_period_start, end: item.current_period_end },
          parent: {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: {
              proration: false,
              subscription: subscription.id,
              subscription_item: item.id,
            },
          },
        },
      ],
      `/v1/invoices/${id}/lines`,
    ),
    period_start: more.periodStart,
    period_end: item.current_period_start,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
  })
  subscription.latest_invoice = id
  ledger.emit('invoice.created', invoice)
  return invoice
}

/** Applies the customer balance; the invoice is then paid or waits for a payment. */
export function finalizeInvoice(ledger: StripeLedger, invoice: Invoice): void {
  const customer = ledger.needCustomer(invoice.customer)
  invoice.starting_balance = customer.balance
  const applied = Math.max(-invoice.total, customer.balance)
  if (applied !== 0) changeBalance(ledger, invoice, { amount: -applied, type: 'applied_to_invoice' })
  let due = invoice.total + applied
  if (due > 0 && due < minimumCharge) {
    changeBalance(ledger, invoice, { amount: due, type: 'invoice_too_small' })
    due = 0
  }
  invoice.ending_balance = customer.balance
  invoice.amount_due = due
  invoice.amount_remaining = due
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = ledger.now
  ledger.emit('invoice.finalized', invoice)
  if (due === 0) markPaid(ledger, invoice)
  else createPaymentIntent(ledger, invoice)
}

function createPaymentIntent(ledger: StripeLedger, invoice: Invoice): void {
  const id = newId('pi')
  const { amount_due, currency } = invoice
  const intent = ledger.keep({
    id,
    object: 'payment_intent',
    created: ledger.now,
    amount: amount_due,
    amount_received: 0,
    currency,
    customer: invoice.customer,
    client_secret: newId(`${id}_secret`),
    status: 'requires_payment_method',
    latest_charge: null,
    payment_method: null,
    last_payment_error: null,
  })
  ledger.keep({
    id: newId('inpay'),
    object: 'invoice_payment',
    created: ledger.now,
    invoice: invoice.id,
    amount_requested: amount_due,
    amount_paid: null,
    currency,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: id },
    status: 'open',
  })
  ledger.emit('payment_intent.created', intent)
}

export function markPaid(ledger: StripeLedger, invoice: Invoice): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = ledger.now
  ledger.emit('invoice.paid', invoice)
  ledger.emit('invoice.payment_succeeded', invoice)
}

/** Credits the applied balance back to the customer. */
export function voidInvoice(ledger: StripeLedger, invoice: Invoice): void {
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = ledger.now
  const applied = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance
  if (applied !== 0) changeBalance(ledger, invoice, { amount: -applied, type: 'unapplied_from_invoice' })
  for (const payment of ledger.all('invoice_payment')) {
    if (payment.invoice !== invoice.id || payment.status !== 'open') continue
    payment.status = 'canceled'
    const intent = ledger.need('payment_intent', payment.payment.payment_intent)
    intent.status = 'canceled'
    ledger.emit('payment_intent.canceled', intent)
  }
  ledger.emit('invoice.voided', invoice)
}

function changeBalance(
  ledger: StripeLedger,
  invoice: Invoice,
  { amount, type }: Pick<BalanceTransaction, 'amount' | 'type'>,
): void {
  const customer = ledger.needCustomer(invoice.customer)
  customer.balance += amount
  ledger.keep({
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    created: ledger.now,
    amount,
    currency: invoice.currency,
    customer: customer.id,
    description: null,
    ending_balance: customer.balance,
    invoice: invoice.id,
    metadata: {},
    type,
  })
}
