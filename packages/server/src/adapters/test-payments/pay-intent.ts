/** The customer is there and pays: with a card, with the bank's question answered, or with another card than before. */
import { AppError } from '@filesmith/contract/errors'
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { TypedTestCard } from '../../ports/test-payments.ts'
import { charge, markPaid, openPaymentOf } from './bill-interval.ts'
import type { Payment, SavedCard } from './customer-book.ts'
import { isSameSecret } from './same-secret.ts'
import { type Decline, declineOf, readTestCard } from './test-card.ts'
import { type Turn, writeEvent } from './turn.ts'

/** A decline is written down, so it is an answer here and becomes an error afterwards. */
export type Attempt = { readonly reply: TestPaymentReply } | { readonly decline: Decline }

export function pay(turn: Turn, clientSecret: string, typed: TypedTestCard, at: Date): Attempt {
  const payment = findPayment(turn, clientSecret)
  if (payment.status === 'succeeded') return succeeded(payment)
  const card = readTestCard(typed, at)
  payment.cardToConfirm = null
  const decline = declineOf(card, at, { isHolderPresent: true })
  if (decline) return declined(turn, payment, decline, at)
  if (card.outcome !== 'needs-authentication') return complete(turn, payment, card, at)
  payment.cardToConfirm = card
  return { reply: { paymentIntentId: payment.id, status: 'needs-authentication' } }
}

export function authenticate(turn: Turn, clientSecret: string, isConfirmed: boolean, at: Date): Attempt {
  const payment = findPayment(turn, clientSecret)
  if (payment.status === 'succeeded') return succeeded(payment)
  const card = payment.cardToConfirm
  if (!card) throw new AppError('payment-not-done')
  if (isConfirmed) return complete(turn, payment, card, at)
  payment.cardToConfirm = null
  return declined(turn, payment, 'not-authenticated', at)
}

/** Tried at once where a payment is open. A card that is refused does not take the place of the old one. */
export function replaceCard(turn: Turn, typed: TypedTestCard, at: Date): Decline | undefined {
  const card = readTestCard(typed, at)
  // Nobody pays here, so there is nobody to put the bank's question to.
  if (card.outcome === 'needs-authentication') return 'not-authenticated'
  const owing = turn.book.subscriptions.filter(
    ({ status, cancelsAtEnd }) => status === 'past-due' && !cancelsAtEnd,
  )
  const decline = declineOf(card, at, { isHolderPresent: owing.length === 0 })
  for (const subscription of owing) {
    const payment = openPaymentOf(turn, subscription)
    if (payment && decline) declined(turn, payment, decline, at)
    else if (payment) complete(turn, payment, card, at)
  }
  if (!decline) turn.book.card = card
  return decline
}

function findPayment({ book }: Turn, clientSecret: string): Payment {
  const payment = book.payments.find(each => isSameSecret(each.clientSecret, clientSecret))
  if (!payment || payment.status === 'cancelled') throw new AppError('payment-not-found')
  return payment
}

function complete(turn: Turn, payment: Payment, card: SavedCard, at: Date): Attempt {
  const subscription = turn.book.subscriptions.find(({ id }) => id === payment.subscriptionId)
  if (!subscription) throw new AppError('payment-not-found')
  charge(turn, payment, card, at)
  markPaid(turn, subscription, payment, at)
  return succeeded(payment)
}

function succeeded({ id }: Payment): Attempt {
  return { reply: { paymentIntentId: id, status: 'succeeded' } }
}

function declined(turn: Turn, payment: Payment, decline: Decline, at: Date): Attempt {
  writeEvent(turn, 'payment-failed', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
  return { decline }
}
