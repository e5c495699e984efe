/** Where accounts want to hear of their jobs, and what is on its way there. */
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import type { CredentialHolder } from './credentials.ts'

export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly sealedSecret: string
  readonly events: readonly WebhookEvent[]
  /** Since when nothing reached it; null after a delivery that worked. */
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
  readonly createdAt: Date
}

export type NewWebhookEndpoint = Omit<WebhookEndpoint, 'failingSince' | 'disabledAt'>

export interface WebhookDeliveryRecord {
  readonly id: string
  readonly endpointId: string
  readonly event: WebhookEvent
  /** To the letter what is signed and sent, every time. */
  readonly payload: string
  readonly attempts: number
  /** Null once it was delivered or given up. */
  readonly nextAttemptAt: Date | null
  readonly deliveredAt: Date | null
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly createdAt: Date
}

export interface ClaimedDelivery extends WebhookDeliveryRecord {
  readonly endpoint: WebhookEndpoint
}

export interface DeliveryOutcome {
  readonly isDelivered: boolean
  readonly statusCode: number | null
  readonly error: string | null
  /** When it is tried again; null for no more. */
  readonly retryInMs: number | null
  /** It wants no more, or nothing has reached it for too long. */
  readonly isEndpointOff: boolean
}

export interface WebhookStore {
  /** False when the account has that many already. */
  insert(endpoint: NewWebhookEndpoint, maxPerAccount: number, account: CredentialHolder): Promise<boolean>
  list(accountId: string): Promise<WebhookEndpoint[]>
  /** Only the account's own. */
  find(id: string, accountId: string): Promise<WebhookEndpoint | undefined>
  remove(id: string, accountId: string): Promise<boolean>

  addDelivery(delivery: Pick<WebhookDeliveryRecord, 'id' | 'endpointId' | 'event' | 'payload'>): Promise<void>
  /** Newest first. */
  listDeliveries(endpointId: string, limit: number): Promise<WebhookDeliveryRecord[]>

  /** For workers. Takes one that is due and counts the attempt; it is due again by itself when the worker dies. */
  claim(leaseMs: number): Promise<ClaimedDelivery | undefined>
  /** Of an attempt that another one has overtaken nothing is kept. */
  settle(delivery: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void>
  removeDeliveriesBefore(moment: Date): Promise<number>
}
