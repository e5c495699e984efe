/** Built-in payment provider that behaves like a real one, without moving money. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { brandOf, checkCard, digitsOf, expiryOf, formatExpiry } from '@filesmith/contract/card-rules'
import { AppError } from '@filesmith/contract/errors'
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import { declineReasons, findTestCard } from '@filesmith/contract/test-cards'
import { z } from 'zod'
import type { ProviderEvent } from '../../ports/payment-provider.ts'
import type { OutgoingEvent, TestPayments, TestRecord, TypedTestCard } from '../../ports/test-payments.ts'
import { charge, createPayment, endSubscription, markPaid, openPaymentOf } from './bill-interval.ts'
import type { Payment, SavedCard, Subscription } from './customer-state.ts'
import { nextDue, parseCustomerState } from './customer-state.ts'
import {
  type CustomerTransaction,
  customerIdOf,
  eventSchema,
  runTransaction,
  writeEvent,
} from './customer-transaction.ts'
import { createSubscriptionCalls } from './subscription-calls.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'

export function createTestPayments(settings: TestPaymentsSettings): TestPayments {
  const { ledger, now } = settings
  return {
    info: { kind: 'test' },
    ...createSubscriptionCalls(settings),
    ...createCardCalls(settings),
    ...createEventCalls(settings),

    async advance() {
      const failures: unknown[] = []
      for (const { accountId } of await ledger.list({ kind: 'customer', dueBefore: now() })) {
        // A failure for one customer must not stop the others.
        await runTransaction(ledger, accountId, tx => runDue(tx, now())).catch(error => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

type EventCalls = Pick<TestPayments, 'readEvent' | 'listOutgoing' | 'markReceived'>

/** Outgoing events, and their verification when they come back as webhooks. */
function createEventCalls({ ledger, now, eventSecret }: TestPaymentsSettings): EventCalls {
  return {
    async readEvent(rawBody, signature) {
      return readSignedEvent(rawBody, signature, eventSecret, now())
    },

    async listOutgoing() {
      const records = await ledger.list({ kind: 'event' })
      const events = records.map(record => ({ record, ...eventSchema.parse(record.data) }))
      // Overdue work creates events with earlier times than existing ones.
      events.sort((a, b) => a.at.getTime() - b.at.getTime() || a.position - b.position)
      return events.map(({ record }) => signEvent(record, eventSecret, now()))
    },

    markReceived: eventId => ledger.remove(eventId),
  }
}

const toleranceMs = 5 * 60 * 1000

const bodySchema = eventSchema.pick({ type: true, subscriptionId: true, intentId: true }).extend({
  id: z.string(),
})

/** Signed at delivery, because an event may have waited longer than the tolerance. */
function signEvent({ id, data }: TestRecord, secret: string, now: Date): OutgoingEvent {
  const { type, subscriptionId, intentId, at } = eventSchema.parse(data)
  const rawBody = Buffer.from(JSON.stringify({ id, type, createdAt: at, subscriptionId, intentId }))
  const sentAt = String(Math.floor(now.getTime() / 1000))
  return { id, rawBody, signature: `t=${sentAt},v1=${signatureOf(secret, sentAt, rawBody)}` }
}

/** Signs outgoing events and verifies incoming ones: a signature over body and timestamp prevents forgery and replay. */
function readSignedEvent(
  rawBody: Buffer,
  signature: string | undefined,
  secret: string,
  now: Date,
): ProviderEvent {
  const [, sentAt, proof] = signature?.match(/^t=(\d{1,12}),v1=([0-9a-f]{64})$/) ?? []
  if (sentAt === undefined || proof === undefined) throw new AppError('webhook-refused')
  const isFresh = Math.abs(now.getTime() - Number(sentAt) * 1000) <= toleranceMs
  if (!isFresh || !isSameSecret(signatureOf(secret, sentAt, rawBody), proof))
    throw new AppError('webhook-refused')
  return bodySchema.parse(JSON.parse(rawBody.toString('utf8')))
}

function signatureOf(secret: string, sentAt: string, rawBody: Buffer): string {
  return createHmac('sha256', secret).update(`${sentAt}.`).update(rawBody).digest('hex')
}

type CardCalls = Pick<
  TestPayments,
  'pay' | 'authenticate' | 'cardOf' | 'replaceCard' | 'findCard' | 'payWithCard'
>

/** Customer actions: pay, authenticate, change the card. */
function createCardCalls({ ledger, now }: TestPaymentsSettings): CardCalls {
  /** Runs in the caller's own record, so payments of other accounts are not found. */
  async function attempt(
    accountId: string,
    work: (tx: CustomerTransaction) => Attempt,
  ): Promise<TestPaymentReply> {
    const outcome = await runTransaction(ledger, accountId, work)
    if (!outcome) throw new AppError('payment-not-found')
    if ('decline' in outcome) throw paymentFailed(outcome.decline)
    return outcome.reply
  }

  async function findCard(customerId: string) {
    const customer = await ledger.find(customerId)
    const card = customer && parseCustomerState(customer.data).card
    return card ? { brand: card.brand, lastFour: card.lastFour, expiry: card.expiry } : undefined
  }

  return {
    pay: (accountId, clientSecret, card) => attempt(accountId, tx => pay(tx, clientSecret, card, now())),

    authenticate: (accountId, clientSecret, isConfirmed) =>
      attempt(accountId, tx => authenticate(tx, clientSecret, isConfirmed, now())),

    cardOf: accountId => findCard(customerIdOf(accountId)),
    findCard,

    async payWithCard(customerId, intentId) {
      const customer = await ledger.find(customerId)
      if (!customer) throw new AppError('payment-not-found')
      return (await attempt(customer.accountId, tx => payOnFile(tx, intentId, now()))).status
    },

    async replaceCard(accountId, card) {
      const outcome = await runTransaction(ledger, accountId, tx => ({
        decline: replaceCard(tx, card, now()),
      }))
      if (!outcome) throw new AppError('nothing-to-manage')
      if (outcome.decline) throw paymentFailed(outcome.decline)
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000
/** Days after the failed renewal; if the last retry fails too, the subscription ends. */
const retryAfterDays = [1, 3, 5]

/** Changes are applied in order with the time they were due, however late this runs. */
function runDue(tx: CustomerTransaction, now: Date): void {
  for (let at = nextDue(tx.state); at && at <= now; at = nextDue(tx.state)) runDueAt(tx, at)
}

function runDueAt(tx: CustomerTransaction, at: Date): void {
  for (const subscription of tx.state.subscriptions)
    if (subscription.dueAt && subscription.dueAt <= at) continueSubscription(tx, subscription, at)
  for (const payment of tx.state.payments)
    if (payment.disputeDueAt && payment.disputeDueAt <= at) dispute(tx, payment, at)
}

function continueSubscription(tx: CustomerTransaction, subscription: Subscription, at: Date): void {
  if (subscription.cancelsAtEnd || subscription.status === 'incomplete') {
    endSubscription(tx, subscription, at)
    return
  }
  const payment = openPaymentOf(tx, subscription) ?? createPayment(tx, subscription, 0)
  if (payment) collect(tx, subscription, payment, at)
  else markPaid(tx, subscription, null, at)
}

function collect(tx: CustomerTransaction, subscription: Subscription, payment: Payment, at: Date): void {
  const { card } = tx.state
  if (card && !declineOf(card, at, { isHolderPresent: false })) {
    charge(tx, payment, card, at)
    markPaid(tx, subscription, payment, at)
    return
  }
  writeEvent(tx, 'payment-failed', at, { subscriptionId: subscription.id, intentId: payment.id })
  const days = retryAfterDays[subscription.failedAttempts]
  if (days === undefined) {
    endSubscription(tx, subscription, at)
    return
  }
  subscription.status = 'past-due'
  subscription.failedAttempts += 1
  subscription.dueAt = new Date(subscription.paidUntil.getTime() + days * dayMs)
  writeEvent(tx, 'subscription-updated', at, { subscriptionId: subscription.id })
}

function dispute(tx: CustomerTransaction, payment: Payment, at: Date): void {
  payment.disputeDueAt = null
  payment.isDisputed = true
  writeEvent(tx, 'disputed', at, { subscriptionId: payment.subscriptionId, intentId: payment.id })
}

/** A decline is recorded first, so it is a result here and becomes an error after the commit. */
type Attempt = { readonly reply: TestPaymentReply } | { readonly decline: Decline }

function pay(tx: CustomerTransaction, clientSecret: string, typed: TypedTestCard, at: Date): Attempt {
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

function payOnFile(tx: CustomerTransaction, intentId: string, at: Date): Attempt {
  const payment = tx.state.payments.find(({ id }) => id === intentId)
  if (!payment) throw new AppError('payment-not-found')
  if (payment.status === 'succeeded') return succeeded(payment)
  const { card } = tx.state
  const decline = declineOf(card, at, { isHolderPresent: true })
  return decline || !card ? declined(tx, payment, decline ?? 'declined', at) : complete(tx, payment, card, at)
}

function authenticate(
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
function replaceCard(tx: CustomerTransaction, typed: TypedTestCard, at: Date): Decline | undefined {
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

/** Constant-time comparison of secrets, against timing attacks. */
function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Decline = keyof typeof declineReasons

function paymentFailed(decline: Decline): AppError {
  return new AppError('payment-failed', { reason: declineReasons[decline] })
}

/** Throws `payment-failed` for other numbers, without storing or repeating any of it. */
function readTestCard(typed: TypedTestCard, now: Date): SavedCard {
  const known = findTestCard(typed.number)
  if (!known) throw paymentFailed('not-a-test-card')
  const problems = checkCard(typed, now)
  if (problems.expiry) throw paymentFailed(problems.expiry === 'expired' ? 'expired' : 'wrong-expiry')
  if (problems.cvc) throw paymentFailed('wrong-cvc')
  return {
    brand: brandOf(known.number).label,
    lastFour: digitsOf(known.number).slice(-4),
    expiry: formatExpiry(typed.expiry),
    outcome: known.outcome,
  }
}

/** Why a charge is declined; undefined if it succeeds. An authenticated card needs no further authentication. */
function declineOf(
  card: SavedCard | null,
  at: Date,
  { isHolderPresent }: { isHolderPresent: boolean },
): Decline | undefined {
  if (!card) return 'declined'
  const expiry = expiryOf(card.expiry)
  if (!expiry || expiry <= at) return 'expired'
  switch (card.outcome) {
    case 'succeeds':
    case 'disputed':
    case 'needs-authentication':
      return undefined
    case 'fails-later':
      return isHolderPresent ? undefined : 'fails-later'
    default:
      return card.outcome
  }
}
