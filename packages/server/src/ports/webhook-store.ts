/** Webhook endpoints of accounts, and their pending and past deliveries. */
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import type { CredentialHolder } from './credentials.ts'

export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly sealedSecret: string
  readonly events: readonly WebhookEvent[]
  /** When deliveries started to fail; null after a successful one. */
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
  readonly createdAt: Date
}

export type NewWebhookEndpoint = Omit<WebhookEndpoint, 'failingSince' | 'disabledAt'>

export interface WebhookDeliveryRecord {
  readonly id: string
  readonly endpointId: string
  readonly event: WebhookEvent
  /** The exact bytes that are signed and sent with every attempt. */
  readonly payload: string
  readonly attempts: number
  /** Null once delivered or given up. */
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
  /** Delay before the next attempt; null for none. */
  readonly retryInMs: number | null
  /** The endpoint answered 410 Gone, or deliveries have failed for too long. */
  readonly isEndpointDisabled: boolean
}

export interface WebhookStore {
  /** False if the account already has `maxPerAccount` endpoints. */
  insert(endpoint: NewWebhookEndpoint, maxPerAccount: number, account: CredentialHolder): Promise<boolean>
  list(accountId: string): Promise<WebhookEndpoint[]>
  /** Undefined if the id belongs to another account. */
  find(id: string, accountId: string): Promise<WebhookEndpoint | undefined>
  remove(id: string, accountId: string): Promise<boolean>

  addDelivery(delivery: Pick<WebhookDeliveryRecord, 'id' | 'endpointId' | 'event' | 'payload'>): Promise<void>
  /** Newest first. */
  listDeliveries(endpointId: string, limit: number): Promise<WebhookDeliveryRecord[]>

  /**
   * For workers: counts the attempt of a delivery that is due. Undefined once it is delivered or given up; `leased` while
   * another attempt runs.
   */
  beginAttempt(id: string, leaseMs: number): Promise<ClaimedDelivery | 'leased' | undefined>
  /** Queues due deliveries without a job: those of versions before the job queue. Returns their number. */
  enqueueMissing(): Promise<number>
  /** The outcome of an outdated attempt is discarded. */
  settle(delivery: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void>
  removeDeliveriesBefore(moment: Date): Promise<number>
}
