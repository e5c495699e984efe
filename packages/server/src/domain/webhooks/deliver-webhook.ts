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
const maxAnswerBytes = 100_000
const offAfterFailingMs = 5 * 24 * 60 * 60 * 1000
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
    const answer = await deps.outbound.send({
      url: endpoint.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(deps.secretBox.open(endpoint.sealedSecret), message),
      },
      body,
      maxBytes: maxAnswerBytes,
      timeoutMs: deliveryTimeoutMs,
      signal,
    })
    answer.body.destroy()
    return judge(deps, delivery, answer.status, null, now)
  } catch (error) {
    signal.throwIfAborted()
    const { code, params, message: words } = toAppError(error)
    if (code !== 'address-failed') throw error
    return judge(deps, delivery, null, String(params.reason ?? words), now)
  }
}

function judge(
  deps: DeliverDeps,
  { attempts, endpoint }: ClaimedDelivery,
  statusCode: number | null,
  error: string | null,
  now: Date,
): DeliveryOutcome {
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300
  const isEndpointOff = !isDelivered && (statusCode === 410 || hasFailedLong(endpoint, now))
  const waitSeconds = isDelivered || isEndpointOff ? undefined : deps.webhookRetrySeconds[attempts - 1]
  return {
    isDelivered,
    statusCode,
    error: isDelivered ? null : (error ?? `it answered with status ${statusCode}.`),
    retryInMs: waitSeconds === undefined ? null : waitSeconds * 1000 * (1 + jitter * Math.random()),
    isEndpointOff,
  }
}

function hasFailedLong({ failingSince }: WebhookEndpoint, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() > offAfterFailingMs
}
