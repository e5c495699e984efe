/** Delivers a webhook and records the outcome. */

import type { WebhookStore } from '../database/webhook-store.ts'
import { type DeliverDeps, deliverWebhook, deliveryTimeoutMs } from '../domain/webhooks/webhooks.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { JobResult } from './run-queues.ts'

export interface DeliverWebhooksDeps extends DeliverDeps {
  readonly webhooks: WebhookStore
  readonly log: Log
}

/** Longer than one delivery attempt takes. */
const leaseMs = deliveryTimeoutMs + 15_000

/** If aborted, the delivery is due again when its lease expires; receivers detect repeats by its id. */
export async function deliverQueuedWebhook(
  deps: DeliverWebhooksDeps,
  { payload: { deliveryId } }: ClaimedJob<'deliver-webhook'>,
  signal: AbortSignal,
): Promise<JobResult> {
  const delivery = await deps.webhooks.beginAttempt(deliveryId, leaseMs)
  // Delivered, given up or canceled.
  if (delivery === undefined) return { end: 'done' }
  // A worker of an older version attempts it right now.
  if (delivery === 'leased') return { end: 'requeue', delayMs: leaseMs }
  const outcome = await deliverWebhook(deps, delivery, signal)
  await deps.webhooks.settle(delivery, outcome)
  const about = { deliveryId, endpointId: delivery.endpointId, status: outcome.statusCode }
  deps.log.info(about, outcome.isDelivered ? 'webhook delivered' : 'webhook delivery failed')
  return outcome.retryInMs === null ? { end: 'done' } : { end: 'requeue', delayMs: outcome.retryInMs }
}
