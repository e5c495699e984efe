/** Enqueues webhook deliveries for all endpoints that subscribe to an event. */
import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import type { WebhookDeliveryRecord } from '../../ports/webhook-store.ts'
import { webhookDeliveries, webhookEndpoints } from './api-schema.ts'
import { and, eq, isNull, sql } from './drizzle.ts'
import { insertJobs } from './postgres-job-queue.ts'
import type { Transaction } from './usage-counters.ts'

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

export async function insertDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  const now = sql`now()`
  await tx
    .insert(webhookDeliveries)
    .values(deliveries.map(delivery => ({ ...delivery, createdAt: now, nextAttemptAt: now })))
  await insertJobs(tx, deliveries.map(deliveryJob))
}

export function deliveryJob({ id }: { readonly id: string }) {
  return { id, queue: 'deliver-webhook' as const, payload: { deliveryId: id } }
}
