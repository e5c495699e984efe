/** Test harness: test payments with an in-memory ledger and a manual clock. */
import { randomUUID } from 'node:crypto'
import type { TestCardOutcome } from '@filesmith/contract/test-cards'
import { testCards } from '@filesmith/contract/test-cards'
import type { CreatedPayment, CreatedSubscription, SubscriptionOrder } from '../../ports/payment-provider.ts'
import type { TestPayments, TypedTestCard } from '../../ports/test-payments.ts'
import { createTestPayments } from './create-test-payments.ts'
import { createMemoryTestLedger, type MemoryTestLedger } from './memory-test-ledger.test-support.ts'

export const eventSecret = 'a secret that only the two sides know'
export const accountId = 'a-smith'

export interface TestShop {
  readonly payments: TestPayments
  readonly ledger: MemoryTestLedger
  /** Sets the clock; nothing happens until `payments.advance`. */
  setClock(at: string | Date): void
  /** Sets the clock and applies everything that is due. */
  advanceTo(at: string | Date): Promise<void>
  order(over?: Partial<SubscriptionOrder>): Promise<CreatedSubscription & { payment: CreatedPayment }>
  /** Creates an order and pays it. */
  subscribe(outcome?: TestCardOutcome, over?: Partial<SubscriptionOrder>): Promise<CreatedSubscription>
  /** Types of the events since the last call. */
  takeEvents(): Promise<string[]>
}

export function cardThat(outcome: TestCardOutcome): TypedTestCard {
  const number = testCards.find(card => card.outcome === outcome)?.number ?? ''
  return { number, expiry: '12/49', cvc: '123' }
}

export function openTestShop(start: string): TestShop {
  let now = new Date(start)
  const ledger = createMemoryTestLedger()
  const payments = createTestPayments({ ledger, now: () => now, eventSecret })
  const setClock = (at: string | Date) => {
    now = new Date(at)
  }

  async function order(over: Partial<SubscriptionOrder> = {}) {
    const begun = await payments.createSubscription({
      accountId,
      email: 'smith@example.org',
      username: 'smith',
      customerId: null,
      plan: 'basic',
      interval: 'month',
      price: 499,
      discount: 0,
      orderId: randomUUID(),
      cardOf: null,
      ...over,
    })
    // Tests of orders that cost nothing do not use it.
    return { ...begun, payment: begun.payment as CreatedPayment }
  }

  return {
    payments,
    ledger,
    setClock,
    async advanceTo(at) {
      setClock(at)
      await payments.advance()
    },
    order,
    async subscribe(outcome = 'succeeds', over = {}) {
      const begun = await order(over)
      await payments.pay(over.accountId ?? accountId, begun.payment.clientSecret, cardThat(outcome))
      return begun
    },
    async takeEvents() {
      const events = await payments.listOutgoing()
      const types: string[] = []
      for (const { id, rawBody, signature } of events) {
        types.push((await payments.readEvent(rawBody, signature)).type)
        await payments.markReceived(id)
      }
      return types
    },
  }
}
