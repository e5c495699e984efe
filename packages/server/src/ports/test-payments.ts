/** Built-in test payment provider, which moves no money. */
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { CardOnFile, PaymentProvider } from './payment-provider.ts'

export interface TypedTestCard {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

/** An event to be delivered to this server, signed like a real provider's. */
export interface OutgoingEvent {
  readonly id: string
  readonly rawBody: Buffer
  readonly signature: string
}

export interface TestPayments extends PaymentProvider {
  /** Pays; throws `payment-failed` with the reason, and the same intent can be retried. */
  pay(accountId: string, clientSecret: string, card: TypedTestCard): Promise<TestPaymentReply>
  /** The customer's response to the simulated 3-D Secure challenge. */
  authenticate(accountId: string, clientSecret: string, isConfirmed: boolean): Promise<TestPaymentReply>
  cardOf(accountId: string): Promise<CardOnFile | undefined>
  replaceCard(accountId: string, card: TypedTestCard): Promise<void>
  /** Renews due subscriptions, as a real provider would; safe to call from several processes at once. */
  advance(): Promise<void>
  /** Events not yet received, oldest first. */
  listOutgoing(): Promise<OutgoingEvent[]>
  markReceived(eventId: string): Promise<void>
}

export interface TestRecord {
  readonly id: string
  readonly kind: 'customer' | 'subscription' | 'payment' | 'event'
  readonly accountId: string
  readonly data: unknown
  /** When the record needs processing. */
  readonly dueAt: Date | null
}

/** Storage of the test payment provider. */
export interface TestLedger {
  find(id: string): Promise<TestRecord | undefined>
  /** In order of insertion; `dueBefore` is inclusive. */
  list(query: { kind: TestRecord['kind']; accountId?: string; dueBefore?: Date }): Promise<TestRecord[]>
  /** An existing record stays unchanged. */
  insert(record: TestRecord): Promise<void>
  /** Serialized per record across all processes; `work` maps the current record to the new one.
   *  `also` is written in the same transaction. Undefined if there is no such record. */
  change<Result>(
    id: string,
    work: (record: TestRecord) => {
      data: unknown
      dueAt: Date | null
      also?: readonly TestRecord[]
      result: Result
    },
  ): Promise<Result | undefined>
  remove(id: string): Promise<void>
  removeAccount(accountId: string): Promise<void>
}
