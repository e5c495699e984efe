/** Webhook endpoints of accounts, and their pending and past deliveries. */

import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import type { CredentialHolder } from '../ports/credentials.ts'
import { webhookDeliveries, webhookEndpoints } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, asc, count, desc, eq, isNotNull, isNull, lt, lte, sql } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { insertJobs } from './postgres-job-queue.ts'
import type { Transaction } from './usage-counters.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

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

type NewWebhookEndpoint = Omit<WebhookEndpoint, 'failingSince' | 'disabledAt'>

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

const inMilliseconds = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`

export type WebhookStore = ReturnType<typeof createWebhookStore>

/** Webhook endpoints of accounts, and their pending and past deliveries. */
export function createWebhookStore({ orm }: Database) {
  const isOwn = (id: string, accountId: string) =>
    and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, accountId))

  return withDatabaseErrors({
    /** False if the account already has `maxPerAccount` endpoints. */
    async insert(
      endpoint: NewWebhookEndpoint,
      maxPerAccount: number,
      account: CredentialHolder,
    ): Promise<boolean> {
      return orm.transaction(async tx => {
        // Serializes concurrent inserts of one account, so that the count is exact.
        await lockCredentials(tx, account, 'no key update')
        const [present] = await tx
          .select({ count: count() })
          .from(webhookEndpoints)
          .where(eq(webhookEndpoints.accountId, endpoint.accountId))
        if ((present?.count ?? 0) >= maxPerAccount) return false
        await tx.insert(webhookEndpoints).values(endpoint)
        return true
      })
    },

    list(accountId: string): Promise<WebhookEndpoint[]> {
      return orm
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.accountId, accountId))
        .orderBy(asc(webhookEndpoints.createdAt))
    },

    /** Undefined if the id belongs to another account. */
    async find(id: string, accountId: string): Promise<WebhookEndpoint | undefined> {
      const [row] = await orm.select().from(webhookEndpoints).where(isOwn(id, accountId))
      return row
    },

    async remove(id: string, accountId: string): Promise<boolean> {
      const { rowCount } = await orm.delete(webhookEndpoints).where(isOwn(id, accountId))
      return rowCount !== 0
    },

    async addDelivery(
      delivery: Pick<WebhookDeliveryRecord, 'id' | 'endpointId' | 'event' | 'payload'>,
    ): Promise<void> {
      await orm.transaction(tx => insertDeliveries(tx, [delivery]))
    },

    /** Newest first. */
    listDeliveries(endpointId: string, limit: number): Promise<WebhookDeliveryRecord[]> {
      return orm
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(limit)
    },

    /**
     * For workers: counts the attempt of a delivery that is due. Undefined once it is delivered or given up; `leased` while
     * another attempt runs.
     */
    async beginAttempt(id: string, leaseMs: number): Promise<ClaimedDelivery | 'leased' | undefined> {
      const [delivery] = await orm
        .update(webhookDeliveries)
        .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, nextAttemptAt: inMilliseconds(leaseMs) })
        .where(and(eq(webhookDeliveries.id, id), lte(webhookDeliveries.nextAttemptAt, sql`now()`)))
        .returning()
      if (delivery) {
        const [endpoint] = await orm
          .select()
          .from(webhookEndpoints)
          .where(eq(webhookEndpoints.id, delivery.endpointId))
        return endpoint && { ...delivery, endpoint }
      }
      const [leased] = await orm
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.id, id), isNotNull(webhookDeliveries.nextAttemptAt)))
      return leased && 'leased'
    },

    /** Queues due deliveries without a job: those of versions before the job queue. Returns their number. */
    async enqueueMissing(): Promise<number> {
      const isUnqueued = sql`not exists (select from jobs where jobs.id = ${webhookDeliveries.id})`
      return orm.transaction(async tx => {
        const rows = await tx
          .select({ id: webhookDeliveries.id })
          .from(webhookDeliveries)
          .where(and(lte(webhookDeliveries.nextAttemptAt, sql`now()`), isUnqueued))
          .limit(100)
        await insertJobs(tx, rows.map(deliveryJob))
        return rows.length
      })
    },

    /** The outcome of an outdated attempt is discarded. */
    async settle(delivery: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void> {
      const { isDelivered, statusCode, error, retryInMs, isEndpointDisabled } = outcome
      await orm.transaction(async tx => {
        const settled = await tx
          .update(webhookDeliveries)
          .set({
            lastStatusCode: statusCode,
            lastError: error,
            deliveredAt: isDelivered ? sql`now()` : null,
            nextAttemptAt: retryInMs === null ? null : inMilliseconds(retryInMs),
          })
          .where(
            and(
              eq(webhookDeliveries.id, delivery.id),
              eq(webhookDeliveries.attempts, delivery.attempts),
              isNull(webhookDeliveries.deliveredAt),
            ),
          )
        if (settled.rowCount === 0) return
        await tx
          .update(webhookEndpoints)
          .set({
            failingSince: isDelivered ? null : sql`coalesce(${webhookEndpoints.failingSince}, now())`,
            // A successful delivery, for example of a test event, enables the endpoint again.
            ...(isDelivered && { disabledAt: null }),
            ...(isEndpointDisabled && { disabledAt: sql`coalesce(${webhookEndpoints.disabledAt}, now())` }),
          })
          .where(eq(webhookEndpoints.id, delivery.endpointId))
        if (!isEndpointDisabled) return
        // Cancels all pending deliveries to the disabled endpoint.
        await tx
          .update(webhookDeliveries)
          .set({ nextAttemptAt: null })
          .where(
            and(
              eq(webhookDeliveries.endpointId, delivery.endpointId),
              isNotNull(webhookDeliveries.nextAttemptAt),
            ),
          )
      })
    },

    async removeDeliveriesBefore(moment: Date): Promise<number> {
      const removed = await orm.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}

export async function queueDeliveries(
  tx: Transaction,
  accountId: string,
  { event, payload }: { event: WebhookEvent; payload: string },
): Promise<void> {
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, accountId),
        isNull(webhookEndpoints.disabledAt),
        sql`${webhookEndpoints.events} ? ${event}`,
      ),
    )
  const deliveries = endpoints.map(({ id: endpointId }) => ({ id: randomUUID(), endpointId, event, payload }))
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries)
}

type NewDelivery = Pick<WebhookDeliveryRecord, 'id' | 'endpointId' | 'event' | 'payload'>

async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  const now = sql`now()`
  await tx
    .insert(webhookDeliveries)
    .values(deliveries.map(delivery => ({ ...delivery, createdAt: now, nextAttemptAt: now })))
  await insertJobs(tx, deliveries.map(deliveryJob))
}

function deliveryJob({ id }: { readonly id: string }) {
  return { id, queue: 'deliver-webhook' as const, payload: { deliveryId: id } }
}
