/** Customer actions: pay, authenticate, change the card. */
import { AppError } from '@filesmith/contract/errors'
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { TestPayments } from '../../ports/test-payments.ts'
import { parseCustomerState } from './customer-state.ts'
import { type CustomerTransaction, customerIdOf, runTransaction } from './customer-transaction.ts'
import { type Attempt, authenticate, pay, replaceCard } from './pay-intent.ts'
import { paymentFailed } from './test-card.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'

type CardCalls = Pick<TestPayments, 'pay' | 'authenticate' | 'cardOf' | 'replaceCard'>

export function createCardCalls({ ledger, now }: TestPaymentsSettings): CardCalls {
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

  return {
    pay: (accountId, clientSecret, card) => attempt(accountId, tx => pay(tx, clientSecret, card, now())),

    authenticate: (accountId, clientSecret, isConfirmed) =>
      attempt(accountId, tx => authenticate(tx, clientSecret, isConfirmed, now())),

    async cardOf(accountId) {
      const customer = await ledger.find(customerIdOf(accountId))
      const card = customer && parseCustomerState(customer.data).card
      return card ? { brand: card.brand, lastFour: card.lastFour, expiry: card.expiry } : undefined
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
