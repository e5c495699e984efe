/** Shared types of the Stripe double: ledger, ids and lists. */
import { randomBytes } from 'node:crypto'
import type { Customer, Event, Kind, ListOf, RecordOf, StripeRecord } from './records.ts'

/** The Stripe API version of the double. */
export const apiVersion = '2026-10-28.endive'

export type PaymentOutcome = 'succeeded' | 'declined' | 'requires_action'

export interface StripeLedger {
  /** Unix time in seconds. */
  now: number
  readonly events: Event[]
  /** Payment outcome of renewals by customer. Default: succeeded. */
  readonly renewalOutcomes: Map<string, PaymentOutcome>
  keep<Kept extends StripeRecord>(record: Kept): Kept
  find(id: string): StripeRecord | undefined
  /** Throws Stripe's resource_missing error if it does not exist. */
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
