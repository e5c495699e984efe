/** A transaction on one customer's record: its state, and the records written together with it. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TestLedger, TestRecord } from '../../ports/test-payments.ts'
import { type CustomerState, nextDue, parseCustomerState } from './customer-state.ts'

export interface CustomerTransaction {
  readonly accountId: string
  readonly state: CustomerState
  readonly also: TestRecord[]
}

export function customerIdOf(accountId: string): string {
  return `cus_test_${accountId}`
}

export function makeId(prefix: 'sub' | 'pi' | 'in' | 'evt'): string {
  return `${prefix}_test_${randomBytes(12).toString('hex')}`
}

/** Runs `work` with exclusive access to the customer's state; undefined if there is no such customer. */
export function runTransaction<Result>(
  ledger: TestLedger,
  accountId: string,
  work: (tx: CustomerTransaction) => Result,
): Promise<Result | undefined> {
  return ledger.change(customerIdOf(accountId), record => {
    const tx: CustomerTransaction = { accountId, state: parseCustomerState(record.data), also: [] }
    const result = work(tx)
    return { data: tx.state, dueAt: nextDue(tx.state), also: tx.also, result }
  })
}

/** Index record that maps a subscription or payment to its account. */
export function writePointer(tx: CustomerTransaction, kind: 'subscription' | 'payment', id: string): void {
  tx.also.push({ id, kind, accountId: tx.accountId, data: {}, dueAt: null })
}

export const eventSchema = z.object({
  type: z.enum([
    'payment-succeeded',
    'payment-failed',
    'subscription-updated',
    'subscription-ended',
    'refunded',
    'disputed',
  ]),
  at: z.coerce.date(),
  /** Sequence number among the events of its customer. */
  position: z.number().int(),
  subscriptionId: z.string(),
  intentId: z.string().nullable(),
})
type EventType = z.infer<typeof eventSchema>['type']

interface EventSubject {
  readonly subscriptionId: string
  readonly intentId?: string
}

export function writeEvent(tx: CustomerTransaction, type: EventType, at: Date, subject: EventSubject): void {
  tx.state.eventsWritten += 1
  const data = { type, at, position: tx.state.eventsWritten, intentId: null, ...subject }
  tx.also.push({ id: makeId('evt'), kind: 'event', accountId: tx.accountId, data, dueAt: null })
}
