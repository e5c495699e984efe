/** Makes one delivery attempt to a webhook and decides about retry or disabling. */
import { toAppError } from '@filesmith/contract/errors'
import type { OutboundClient } from '../../ports/outbound.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { ClaimedDelivery, DeliveryOutcome, WebhookEndpoint } from '../../ports/webhook-store.ts'
import { signedHeaders } from './sign-webhook.ts'

export interface DeliverDeps {
  readonly outbound: OutboundClient
  readonly secretBox: SecretBox
  /** Delay before each further attempt. */
  readonly webhookRetrySeconds: readonly number[]
}

export const deliveryTimeoutMs = 15_000
/** The response body is discarded. */
const maxResponseBytes = 100_000
const disableAfterFailingMs = 5 * 24 * 60 * 60 * 1000
/** Spreads the retries of deliveries that failed together. */
const jitter = 0.2

export async function deliverWebhook(
  deps: DeliverDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  now = new Date(),
): Promise<DeliveryOutcome> {
  const { endpoint, id, payload: body } = delivery
  const message = { id, timestampSeconds: Math.floor(now.getTime() / 1000), body }
  try {
    const response = await deps.outbound.send({
      url: endpoint.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(deps.secretBox.open(endpoint.sealedSecret), message),
      },
      body,
      maxBytes: maxResponseBytes,
      timeoutMs: deliveryTimeoutMs,
      signal,
    })
    response.body.destroy()
    return decideOutcome(deps, delivery, response.status, null, now)
  } catch (error) {
    signal.throwIfAborted()
    const { code, params, message: text } = toAppError(error)
    if (code !== 'address-failed') throw error
    return decideOutcome(deps, delivery, null, String(params.reason ?? text), now)
  }
}

function decideOutcome(
  deps: DeliverDeps,
  { attempts, endpoint }: ClaimedDelivery,
  statusCode: number | null,
  error: string | null,
  now: Date,
): DeliveryOutcome {
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300
  const isEndpointDisabled = !isDelivered && (statusCode === 410 || hasFailedLong(endpoint, now))
  const waitSeconds = isDelivered || isEndpointDisabled ? undefined : deps.webhookRetrySeconds[attempts - 1]
  return {
    isDelivered,
    statusCode,
    error: isDelivered ? null : (error ?? `it answered with status ${statusCode}.`),
    retryInMs: waitSeconds === undefined ? null : waitSeconds * 1000 * (1 + jitter * Math.random()),
    isEndpointDisabled,
  }
}

function hasFailedLong({ failingSince }: WebhookEndpoint, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() > disableAfterFailingMs
}
