/** Delivers webhooks concurrently, so that a slow receiver does not delay others. */
import { type DeliverDeps, deliverWebhook, deliveryTimeoutMs } from '../domain/webhooks/deliver-webhook.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { ClaimedDelivery, WebhookStore } from '../ports/webhook-store.ts'
import { consumeConcurrently } from './consume-concurrently.ts'
import type { QueueConsumer } from './consume-queue.ts'

export interface DeliverWebhooksDeps extends DeliverDeps {
  readonly webhooks: WebhookStore
  readonly notifications: Notifications
  readonly log: Log
}

const concurrency = 20
/** Longer than one delivery attempt takes. */
const leaseMs = deliveryTimeoutMs + 15_000

export function deliverWebhooks(deps: DeliverWebhooksDeps): QueueConsumer {
  return consumeConcurrently({
    ...deps,
    topic: 'webhook-waiting',
    failureMessage: 'webhook queue unavailable',
    concurrency,
    claim: () => deps.webhooks.claim(leaseMs),
    work: (delivery, stopping) => deliver(deps, delivery, stopping),
  })
}

/** If aborted, the delivery is due again when its lease expires; receivers detect repeats by its id. */
async function deliver(
  deps: DeliverWebhooksDeps,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const outcome = await deliverWebhook(deps, delivery, stopping)
  await deps.webhooks.settle(delivery, outcome)
  const about = { deliveryId: delivery.id, endpointId: delivery.endpointId, status: outcome.statusCode }
  deps.log.info(about, outcome.isDelivered ? 'webhook delivered' : 'webhook delivery failed')
}
