/** Validates test cards: only published test numbers are accepted, and only the last four digits are stored. */
import { brandOf, checkCard, digitsOf, expiryOf, formatExpiry } from '@filesmith/contract/card-rules'
import { AppError } from '@filesmith/contract/errors'
import { declineReasons, findTestCard } from '@filesmith/contract/test-cards'
import type { TypedTestCard } from '../../ports/test-payments.ts'
import type { SavedCard } from './customer-state.ts'

export type Decline = keyof typeof declineReasons

export function paymentFailed(decline: Decline): AppError {
  return new AppError('payment-failed', { reason: declineReasons[decline] })
}

/** Throws `payment-failed` for other numbers, without storing or repeating any of it. */
export function readTestCard(typed: TypedTestCard, now: Date): SavedCard {
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
export function declineOf(
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
