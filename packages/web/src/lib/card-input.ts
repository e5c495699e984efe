/** Payment card input and its validation before sending. */
import { checkCard, digitsOf } from '@filesmith/contract/card-rules'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { declineReasons, findTestCard } from '@filesmith/contract/test-cards'
import type { FormProblems } from './use-form-submit.ts'

export interface CardInput {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly name: string
}

export const emptyCard: CardInput = { number: '', expiry: '', cvc: '', name: '' }

/** Undefined if valid. Rejects real card numbers, so that they never leave the browser. */
export function checkTestCard(card: CardInput, now: Date): FormProblems | undefined {
  const { problems: texts } = checkoutMessages.form
  const problems = Object.entries(checkCard(card, now)).map(([field, problem]) => [field, texts[problem]])
  const fields: Record<string, string> = Object.fromEntries(problems)
  if (!fields.number && !findTestCard(card.number)) fields.number = declineReasons['not-a-test-card']
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

/** Card in the form of the API. */
export function toCardPayload({ number, expiry, cvc, name }: CardInput): CardInput {
  return { number: digitsOf(number), expiry, cvc, name: name.trim() }
}
