/** The built-in payment provider: it does what a real one does, and no money moves. */
import type { TestPayments } from '../../ports/test-payments.ts'
import { createCardCalls } from './card-calls.ts'
import { createEventCalls } from './event-calls.ts'
import { runDue } from './run-due.ts'
import { createSubscriptionCalls } from './subscription-calls.ts'
import type { TestPaymentsSettings } from './test-payments-settings.ts'
import { takeTurn } from './turn.ts'

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
        // One customer's trouble is not everybody's.
        await takeTurn(ledger, accountId, turn => runDue(turn, now())).catch(error => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
