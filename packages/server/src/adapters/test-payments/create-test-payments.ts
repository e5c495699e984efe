/** Built-in payment provider that behaves like a real one, without moving money. */
import type { TestPayments } from '../../ports/test-payments.ts'
import { createCardCalls } from './card-calls.ts'
import { runTransaction } from './customer-transaction.ts'
import { createEventCalls } from './event-calls.ts'
import { runDue } from './run-due.ts'
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
