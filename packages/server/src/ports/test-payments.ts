/** The payments that come with the product: a provider of its own in which no money moves. */
import type { TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { PaymentProvider } from './payment-provider.ts'

export interface TypedTestCard {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

export interface CardOnFile {
  readonly brand: string
  readonly lastFour: string
  readonly expiry: string
}

/** An event on its way to us, signed as a provider signs it. */
export interface OutgoingEvent {
  readonly id: string
  readonly rawBody: Buffer
  readonly signature: string
}

export interface TestPayments extends PaymentProvider {
  /** Pays; throws `payment-failed` with the reason, and the same intent can be tried again. */
  pay(accountId: string, clientSecret: string, card: TypedTestCard): Promise<TestPaymentReply>
  /** The customer's answer to the bank's question. */
  authenticate(accountId: string, clientSecret: string, isConfirmed: boolean): Promise<TestPaymentReply>
  cardOf(accountId: string): Promise<CardOnFile | undefined>
  replaceCard(accountId: string, card: TypedTestCard): Promise<void>
  /** Renews what is due, as a provider does by itself; several processes may do so at once. */
  advance(): Promise<void>
  /** Events that have not been received yet, oldest first. */
  listOutgoing(): Promise<OutgoingEvent[]>
  markReceived(eventId: string): Promise<void>
}

export interface TestRecord {
  readonly id: string
  readonly kind: 'customer' | 'subscription' | 'payment' | 'event'
  readonly accountId: string
  readonly data: unknown
  /** When something is to be done about it. */
  readonly dueAt: Date | null
}

/** Where the test payments keep their books. */
export interface TestLedger {
  find(id: string): Promise<TestRecord | undefined>
  /** In the order they were written; `dueBefore` takes in what is due at that very moment. */
  list(query: { kind: TestRecord['kind']; accountId?: string; dueBefore?: Date }): Promise<TestRecord[]>
  /** One that is there already stays as it is. */
  insert(record: TestRecord): Promise<void>
  /** One at a time for each record, over all processes; `work` gets it as it is now and says what it becomes.
   *  `also` is written with it, or neither is. Undefined when there is no such record. */
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
