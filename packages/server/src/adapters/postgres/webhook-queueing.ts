/** Enqueues webhook deliveries for all endpoints that subscribe to an event. */
import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@filesmith/contract/schemas/v1/webhook'
import { webhookDeliveries, webhookEndpoints } from './api-schema.ts'
import { and, eq, isNull, sql } from './drizzle.ts'
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
  if (endpoints.length === 0) return
  await tx.insert(webhookDeliveries).values(
    endpoints.map(({ id: endpointId }) => ({
      id: randomUUID(),
      endpointId,
      event,
      payload,
      createdAt: sql`now()`,
      nextAttemptAt: sql`now()`,
    })),
  )
  // NOTIFY is delivered at the commit, and not at all after a rollback.
  await tx.execute(sql`select pg_notify('filesmith-webhook-waiting', '')`)
}
