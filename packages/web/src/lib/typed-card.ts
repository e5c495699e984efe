/** A card as it was typed into a form, and what must be right about it before it is sent anywhere. */
import { checkCard, digitsOf } from '@filesmith/contract/card-rules'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { declineReasons, findTestCard } from '@filesmith/contract/test-cards'
import type { FormProblems } from './use-form-submit.ts'

export interface TypedCard {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly name: string
}

export const emptyCard: TypedCard = { number: '', expiry: '', cvc: '', name: '' }

/** Undefined when a test payment can be made with it: numbers of real cards stay in the browser. */
export function checkTestCard(card: TypedCard, now: Date): FormProblems | undefined {
  const { problems: texts } = checkoutMessages.form
  const problems = Object.entries(checkCard(card, now)).map(([field, problem]) => [field, texts[problem]])
  const fields: Record<string, string> = Object.fromEntries(problems)
  if (!fields.number && !findTestCard(card.number)) fields.number = declineReasons['not-a-test-card']
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

/** As the calls carry it. */
export function cardToSend({ number, expiry, cvc, name }: TypedCard): TypedCard {
  return { number: digitsOf(number), expiry, cvc, name: name.trim() }
}
