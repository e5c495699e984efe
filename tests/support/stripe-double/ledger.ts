/** What the parts of the double share: the books, ids and lists. */
import { randomBytes } from 'node:crypto'
import type { Customer, Event, Kind, ListOf, RecordOf, StripeRecord } from './records.ts'

/** The version of the API that this double speaks. */
export const apiVersion = '2026-10-28.endive'

export type PaymentOutcome = 'succeeded' | 'declined' | 'requires_action'

export interface StripeLedger {
  /** In seconds, as Stripe counts. */
  now: number
  readonly events: Event[]
  /** What becomes of a renewal, by customer; one who is not named here pays. */
  readonly renewalOutcomes: Map<string, PaymentOutcome>
  keep<Kept extends StripeRecord>(record: Kept): Kept
  find(id: string): StripeRecord | undefined
  /** Throws what Stripe answers when there is no such thing. */
  need<K extends Kind>(kind: K, id: string, param?: string): RecordOf<K>
  needCustomer(id: string, param?: string): Customer
  /** Newest first. */
  all<K extends Kind>(kind: K): RecordOf<K>[]
  emit(type: string, record: StripeRecord): void
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function toList<Item>(data: Item[], url: string, limit = 10): ListOf<Item> {
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url }
}
