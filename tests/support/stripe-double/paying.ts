/** Payments of invoices: confirm, decline, refund, dispute. */

import { markPaid, subscriptionOf } from './invoicing.ts'
import { newId, type PaymentOutcome, type StripeLedger } from './ledger.ts'
import type { Charge, Dispute, Invoice, PaymentIntent, Refund } from './records.ts'
import { invalid } from './stripe-fault.ts'

/** The payment intent of an invoice. */
export function intentOf(ledger: StripeLedger, invoice: Invoice): PaymentIntent | undefined {
  const payment = ledger.all('invoice_payment').find(one => one.invoice === invoice.id)
  return payment && ledger.need('payment_intent', payment.payment.payment_intent)
}

function paymentOf(ledger: StripeLedger, intent: PaymentIntent) {
  const payment = ledger.all('invoice_payment').find(one => one.payment.payment_intent === intent.id)
  if (!payment) throw new Error(`${intent.id} belongs to no invoice`)
  return payment
}

/** A payment attempt by the customer, or by Stripe at a renewal. */
export function tryPayment(
  ledger: StripeLedger,
  intent: PaymentIntent,
  outcome: PaymentOutcome | 'processing',
  card = newCard(ledger, intent.customer),
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new Error(`${intent.id} cannot be confirmed: it is ${intent.status}`)
  }
  const payment = paymentOf(ledger, intent)
  const invoice = ledger.need('invoice', payment.invoice)
  invoice.attempt_count += 1
  intent.payment_method = card
  intent.last_payment_error = null
  switch (outcome) {
    case 'succeeded':
      intent.status = 'succeeded'
      intent.amount_received = intent.amount
      ledger.emit('charge.succeeded', charge(ledger, intent, 'succeeded'))
      ledger.emit('payment_intent.succeeded', intent)
      payment.status = 'paid'
      payment.amount_paid = intent.amount
      settle(ledger, invoice, card)
      return
    case 'processing':
      intent.status = 'processing'
      ledger.emit('payment_intent.processing', intent)
      return
    case 'requires_action':
      intent.status = 'requires_action'
      ledger.emit('payment_intent.requires_action', intent)
      ledger.emit('invoice.payment_action_required', invoice)
      return
    case 'declined':
      intent.status = 'requires_payment_method'
      intent.payment_method = null
      intent.last_payment_error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      }
      ledger.emit('charge.failed', charge(ledger, intent, 'failed'))
      ledger.emit('payment_intent.payment_failed', intent)
      ledger.emit('invoice.payment_failed', invoice)
  }
}

function settle(ledger: StripeLedger, invoice: Invoice, card: string): void {
  markPaid(ledger, invoice)
  const subscription = subscriptionOf(ledger, invoice)
  if (subscription.payment_settings.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method = card
  }
  if (subscription.status === 'incomplete' || subscription.status === 'past_due')
    subscription.status = 'active'
  ledger.emit('customer.subscription.updated', subscription)
}

function newCard(ledger: StripeLedger, customer: string): string {
  return ledger.keep({
    id: newId('pm'),
    object: 'payment_method',
    created: ledger.now,
    customer,
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2099 },
  }).id
}

function charge(ledger: StripeLedger, intent: PaymentIntent, status: Charge['status']): Charge {
  const made = ledger.keep({
    id: newId('ch'),
    object: 'charge',
    created: ledger.now,
    payment_intent: intent.id,
    customer: intent.customer,
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    status,
    paid: status === 'succeeded',
    refunded: false,
    disputed: false,
  })
  intent.latest_charge = made.id
  return made
}

function chargeOf(ledger: StripeLedger, intent: PaymentIntent): Charge {
  const made = intent.latest_charge === null ? undefined : ledger.need('charge', intent.latest_charge)
  if (!made?.paid) {
    throw invalid(`The PaymentIntent ${intent.id} does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    })
  }
  return made
}

/** Default: the remaining amount. */
export function refundPayment(
  ledger: StripeLedger,
  intent: PaymentIntent,
  { amount, reason = null }: { amount?: number | undefined; reason?: string | null } = {},
): Refund {
  const paid = chargeOf(ledger, intent)
  if (paid.refunded) {
    throw invalid(`Charge ${paid.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const left = paid.amount - paid.amount_refunded
  const given = amount ?? left
  if (given > left)
    throw invalid(`Refund amount (${given}) is greater than unrefunded amount`, { param: 'amount' })
  paid.amount_refunded += given
  paid.refunded = paid.amount_refunded === paid.amount
  const refund = ledger.keep({
    id: newId('re'),
    object: 'refund',
    created: ledger.now,
    charge: paid.id,
    payment_intent: intent.id,
    amount: given,
    currency: paid.currency,
    reason,
    status: 'succeeded',
  })
  ledger.emit('refund.created', refund)
  ledger.emit('charge.refunded', paid)
  return refund
}

/** Opens a dispute; a second call closes it. */
export function disputePayment(
  ledger: StripeLedger,
  intent: PaymentIntent,
  status: Dispute['status'],
): Dispute {
  const paid = chargeOf(ledger, intent)
  const known = ledger.all('dispute').find(({ payment_intent }) => payment_intent === intent.id)
  paid.disputed = true
  if (known) {
    known.status = status
    ledger.emit('charge.dispute.closed', known)
    return known
  }
  const dispute = ledger.keep({
    id: newId('du'),
    object: 'dispute',
    created: ledger.now,
    charge: paid.id,
    payment_intent: intent.id,
    amount: paid.amount,
    currency: paid.currency,
    reason: 'fraudulent',
    status,
  })
  ledger.emit('charge.dispute.created', dispute)
  return dispute
}
