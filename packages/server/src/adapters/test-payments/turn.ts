/** A turn at a customer's book: what stands in it, and the records that are written together with it. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TestLedger, TestRecord } from '../../ports/test-payments.ts'
import { type CustomerBook, nextDue, readBook } from './customer-book.ts'

export interface Turn {
  readonly accountId: string
  readonly book: CustomerBook
  readonly also: TestRecord[]
}

export function customerIdOf(accountId: string): string {
  return `cus_test_${accountId}`
}

export function makeId(prefix: 'sub' | 'pi' | 'in' | 'evt'): string {
  return `${prefix}_test_${randomBytes(12).toString('hex')}`
}

/** Runs `work` alone with the customer's book; undefined when there is none. */
export function takeTurn<Result>(
  ledger: TestLedger,
  accountId: string,
  work: (turn: Turn) => Result,
): Promise<Result | undefined> {
  return ledger.change(customerIdOf(accountId), record => {
    const turn: Turn = { accountId, book: readBook(record.data), also: [] }
    const result = work(turn)
    return { data: turn.book, dueAt: nextDue(turn.book), also: turn.also, result }
  })
}

/** Tells whose a subscription or payment is, since it stands in its customer's book. */
export function writePointer(turn: Turn, kind: 'subscription' | 'payment', id: string): void {
  turn.also.push({ id, kind, accountId: turn.accountId, data: {}, dueAt: null })
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
  /** Which of its customer's events it is. */
  position: z.number().int(),
  subscriptionId: z.string(),
  intentId: z.string().nullable(),
})
type EventType = z.infer<typeof eventSchema>['type']

interface Concerned {
  readonly subscriptionId: string
  readonly intentId?: string
}

export function writeEvent(turn: Turn, type: EventType, at: Date, concerned: Concerned): void {
  turn.book.eventsWritten += 1
  const data = { type, at, position: turn.book.eventsWritten, intentId: null, ...concerned }
  turn.also.push({ id: makeId('evt'), kind: 'event', accountId: turn.accountId, data, dueAt: null })
}
