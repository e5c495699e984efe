/** What the customer does: pays, answers the bank, changes the card. */
import { AppError } from '@filesmith/contract/errors'
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { TestPayments } from '../../ports/test-payments.ts'
import { readBook } from './customer-book.ts'
import { type Attempt, authenticate, pay, replaceCard } from './pay-intent.ts'
import { paymentFailed } from './test-card.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'
import { customerIdOf, type Turn, takeTurn } from './turn.ts'

type CardCalls = Pick<TestPayments, 'pay' | 'authenticate' | 'cardOf' | 'replaceCard'>

export function createCardCalls({ ledger, now }: TestPaymentsSettings): CardCalls {
  /** In the caller's own book: a payment of somebody else is not there. */
  async function attempt(accountId: string, work: (turn: Turn) => Attempt): Promise<TestPaymentReply> {
    const outcome = await takeTurn(ledger, accountId, work)
    if (!outcome) throw new AppError('payment-not-found')
    if ('decline' in outcome) throw paymentFailed(outcome.decline)
    return outcome.reply
  }

  return {
    pay: (accountId, clientSecret, card) => attempt(accountId, turn => pay(turn, clientSecret, card, now())),

    authenticate: (accountId, clientSecret, isConfirmed) =>
      attempt(accountId, turn => authenticate(turn, clientSecret, isConfirmed, now())),

    async cardOf(accountId) {
      const customer = await ledger.find(customerIdOf(accountId))
      const card = customer && readBook(customer.data).card
      return card ? { brand: card.brand, lastFour: card.lastFour, expiry: card.expiry } : undefined
    },

    async replaceCard(accountId, card) {
      const outcome = await takeTurn(ledger, accountId, turn => ({ decline: replaceCard(turn, card, now()) }))
      if (!outcome) throw new AppError('nothing-to-manage')
      if (outcome.decline) throw paymentFailed(outcome.decline)
    },
  }
}
