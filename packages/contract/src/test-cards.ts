/** Published test card numbers; the test payments accept no others. */
import { digitsOf } from './card-rules.ts'

export const testCardOutcomes = [
  'succeeds',
  'declined',
  'insufficient-funds',
  'expired',
  'wrong-cvc',
  'processing-error',
  'needs-authentication',
  /** The first payment succeeds, renewals fail. */
  'fails-later',
  /** Succeeds, and is disputed later. */
  'disputed',
] as const
export type TestCardOutcome = (typeof testCardOutcomes)[number]

interface TestCard {
  readonly number: string
  readonly outcome: TestCardOutcome
  readonly label: string
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'succeeds', label: 'Succeeds' },
  { number: '5555555555554444', outcome: 'succeeds', label: 'Succeeds (Mastercard)' },
  { number: '378282246310005', outcome: 'succeeds', label: 'Succeeds (American Express)' },
  { number: '4000002760003184', outcome: 'needs-authentication', label: 'Requires confirmation' },
  { number: '4000000000000002', outcome: 'declined', label: 'Declined' },
  { number: '4000000000009995', outcome: 'insufficient-funds', label: 'Insufficient funds' },
  { number: '4000000000000069', outcome: 'expired', label: 'Expired card' },
  { number: '4000000000000127', outcome: 'wrong-cvc', label: 'Wrong security code' },
  { number: '4000000000000119', outcome: 'processing-error', label: 'Processing error' },
  { number: '4000000000000341', outcome: 'fails-later', label: 'Succeeds now, fails at renewal' },
  { number: '4000000000000259', outcome: 'disputed', label: 'Succeeds, then disputed' },
]

export function findTestCard(number: string): TestCard | undefined {
  const digits = digitsOf(number)
  return testCards.find(card => card.number === digits)
}

/** Decline reasons shown to the user. */
export const declineReasons = {
  declined: 'Your card was declined. Please try another card.',
  'insufficient-funds': 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
  'wrong-expiry': "Your card's expiry date is invalid.",
  'wrong-cvc': "Your card's security code is incorrect.",
  'processing-error': 'An error occurred while processing your card. Please try again in a moment.',
  'fails-later': 'Your card was declined. Please try another card.',
  'not-authenticated': 'The payment was not confirmed. Please try again or use another card.',
  'not-a-test-card': 'This server only accepts test payments. Please use one of the test card numbers.',
} as const
