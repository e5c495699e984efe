/** Webhook endpoints and deliveries in PostgreSQL. */

import type { WebhookStore } from '../../ports/webhook-store.ts'
import { webhookDeliveries, webhookEndpoints } from './api-schema.ts'
import type { Database } from './database.ts'
import { and, asc, count, desc, eq, isNotNull, isNull, lt, lte, sql } from './drizzle.ts'
import { lockCredentials } from './end-credentials.ts'
import { insertJobs } from './postgres-job-queue.ts'
import { deliveryJob, insertDeliveries } from './webhook-queueing.ts'
import { withDatabaseErrors } from './with-database-errors.ts'

const inMilliseconds = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`

export function createPostgresWebhookStore({ orm }: Database): WebhookStore {
  const isOwn = (id: string, accountId: string) =>
    and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, accountId))

  return withDatabaseErrors<WebhookStore>({
    async insert(endpoint, maxPerAccount, account) {
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

    list(accountId) {
      return orm
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.accountId, accountId))
        .orderBy(asc(webhookEndpoints.createdAt))
    },

    async find(id, accountId) {
      const [row] = await orm.select().from(webhookEndpoints).where(isOwn(id, accountId))
      return row
    },

    async remove(id, accountId) {
      const { rowCount } = await orm.delete(webhookEndpoints).where(isOwn(id, accountId))
      return rowCount !== 0
    },

    async addDelivery(delivery) {
      await orm.transaction(tx => insertDeliveries(tx, [delivery]))
    },

    listDeliveries(endpointId, limit) {
      return orm
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(limit)
    },

    async beginAttempt(id, leaseMs) {
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

    async enqueueMissing() {
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

    async settle(delivery, outcome) {
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

    async removeDeliveriesBefore(moment) {
      const removed = await orm.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, moment))
      return removed.rowCount ?? 0
    },
  })
}
