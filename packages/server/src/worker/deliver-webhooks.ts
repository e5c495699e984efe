/** Tells webhooks what there is to tell, several at once, so that a slow one holds up nobody. */
import { type DeliverDeps, deliverWebhook, deliveryTimeoutMs } from '../domain/webhooks/deliver-webhook.ts'
import type { Log } from '../ports/log.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { ClaimedDelivery, WebhookStore } from '../ports/webhook-store.ts'
import { workSideBySide } from './work-side-by-side.ts'
import type { CalledWork } from './work-when-called.ts'

export interface DeliverWebhooksDeps extends DeliverDeps {
  readonly webhooks: WebhookStore
  readonly notifications: Notifications
  readonly log: Log
}

const places = 20
/** Longer than a try takes. */
const leaseMs = deliveryTimeoutMs + 15_000

export function deliverWebhooks(deps: DeliverWebhooksDeps): CalledWork {
  return workSideBySide({
    ...deps,
    topic: 'webhook-waiting',
    complaint: 'webhooks cannot be told anything',
    places,
    claim: () => deps.webhooks.claim(leaseMs),
    work: (delivery, stopping) => tell(deps, delivery, stopping),
  })
}

/** Broken off in the middle it is due again when its lease ends: receivers know it by its id. */
async function tell(
  deps: DeliverWebhooksDeps,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const outcome = await deliverWebhook(deps, delivery, stopping)
  await deps.webhooks.settle(delivery, outcome)
  const about = { deliveryId: delivery.id, endpointId: delivery.endpointId, status: outcome.statusCode }
  deps.log.info(about, outcome.isDelivered ? 'a webhook was told' : 'a webhook could not be told')
}
