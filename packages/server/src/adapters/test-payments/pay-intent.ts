/** Payments by a present customer: with a card, after authentication, or with a replacement card. */
import { AppError } from '@filesmith/contract/errors'
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { TypedTestCard } from '../../ports/test-payments.ts'
import { charge, markPaid, openPaymentOf } from './bill-interval.ts'
import type { Payment, SavedCard } from './customer-state.ts'
import { type CustomerTransaction, writeEvent } from './customer-transaction.ts'
import { isSameSecret } from './same-secret.ts'
import { type Decline, declineOf, readTestCard } from './test-card.ts'

/** A decline is recorded first, so it is a result here and becomes an error after the commit. */
export type Attempt = { readonly reply: TestPaymentReply } | { readonly decline: Decline }

export function pay(tx: CustomerTransaction, clientSecret: string, typed: TypedTestCard, at: Date): Attempt {
  const payment = findPayment(tx, clientSecret)
  if (payment.status === 'succeeded') return succeeded(payment)
  const card = readTestCard(typed, at)
  payment.cardToConfirm = null
  const decline = declineOf(card, at, { isHolderPresent: true })
  if (decline) return declined(tx, payment, decline, at)
  if (card.outcome !== 'needs-authentication') return complete(tx, payment, card, at)
  payment.cardToConfirm = card
  return { reply: { paymentIntentId: payment.id, status: 'needs-authentication' } }
}

export function authenticate(
  tx: CustomerTransaction,
  clientSecret: string,
  isConfirmed: boolean,
  at: Date,
): Attempt {
  const payment = findPayment(tx, clientSecret)
  if (payment.status === 'succeeded') return succeeded(payment)
  const card = payment.cardToConfirm
  if (!card) throw new AppError('payment-not-done')
  if (isConfirmed) return complete(tx, payment, card, at)
  payment.cardToConfirm = null
  return declined(tx, payment, 'not-authenticated', at)
}

/** Charges open payments at once. A declined card does not replace the old one. */
export function replaceCard(tx: CustomerTransaction, typed: TypedTestCard, at: Date): Decline | undefined {
  const card = readTestCard(typed, at)
  // No customer is present in this flow, so authentication is not possible.
  if (card.outcome === 'needs-authentication') return 'not-authenticated'
  const owing = tx.state.subscriptions.filter(
    ({ status, cancelsAtEnd }) => status === 'past-due' && !cancelsAtEnd,
  )
  const decline = declineOf(card, at, { isHolderPresent: owing.length === 0 })
  for (const subscription of owing) {
    const payment = openPaymentOf(tx, subscription)
    if (payment && decline) declined(tx, payment, decline, at)
    else if (payment) complete(tx, payment, card, at)
  }
  if (!decline) tx.state.card = card
  return decline
}

function findPayment({ state }: CustomerTransaction, clientSecret: string): Payment {
  const payment = state.payments.find(each => isSameSecret(each.clientSecret, clientSecret))
  if (!payment || payment.status === 'cancelled') throw new AppError('payment-not-found')
  return payment
}

function complete(tx: CustomerTransaction, payment: Payment, card: SavedCard, at: Date): Attempt {
  const subscription = tx.state.subscriptions.find(({ id }) => id === payment.subscriptionId)
  if (!subscription) throw new AppError('payment-not-found')
  charge(tx, payment, card, at)
  markPaid(tx, subscription, payment, at)
  return succeeded(payment)
}

function succeeded({ id }: Payment): Attempt {
  return { reply: { paymentIntentId: id, status: 'succeeded' } }
}

function declined(tx: CustomerTransaction, payment: Payment, decline: Decline, at: Date): Attempt {
  writeEvent(tx, 'payment-failed', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
  return { decline }
}
