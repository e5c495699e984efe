/** Webhooks: endpoints, signatures and deliveries. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { AppError, toAppError } from '@filesmith/contract/errors'
import type {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookPayload,
  webhookEvents,
} from '@filesmith/contract/schemas/v1/webhook'
import type { SecretBox } from '../../adapters/node-crypto/aes-secret-box.ts'
import type { AccountRecord } from '../../database/account-store.ts'
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  WebhookDeliveryRecord,
  WebhookEndpoint,
  WebhookStore,
} from '../../database/webhook-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { OutboundClient } from '../../ports/outbound.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'

export interface WebhookDeps extends Clock {
  readonly webhooks: WebhookStore
  readonly secretBox: SecretBox
  readonly outbound: OutboundClient
}

const maxWebhooks = 20
const shownDeliveries = 100

export async function createWebhook(
  deps: WebhookDeps & { readonly mails: MailQueue },
  account: AccountRecord,
  { url, events }: NewWebhook,
): Promise<CreatedWebhook> {
  const refused = deps.outbound.refusal(url)
  if (refused) throw refused
  const secret = makeWebhookSecret()
  const endpoint = {
    id: randomUUID(),
    accountId: account.id,
    url,
    sealedSecret: deps.secretBox.seal(secret),
    events,
    createdAt: deps.now(),
  }
  if (!(await deps.webhooks.insert(endpoint, maxWebhooks, account)))
    throw new AppError('too-many-webhooks', { limit: maxWebhooks })
  const { email, username } = account
  // Only the host: the path may contain a secret, and the mail must not contain a clickable link (phishing).
  const items = [new URL(url).host]
  await deps.mails.add({ kind: 'notice', notice: 'webhook-created', email, username, items })
  return { ...describeWebhook({ ...endpoint, failingSince: null, disabledAt: null }), secret }
}

export async function listWebhooks({ webhooks }: WebhookDeps, owner: Owner): Promise<Webhook[]> {
  return (await webhooks.list(owner.id)).map(describeWebhook)
}

export async function findWebhook(deps: WebhookDeps, owner: Owner, id: string): Promise<Webhook> {
  return describeWebhook(await findEndpoint(deps, owner, id))
}

export async function removeWebhook({ webhooks }: WebhookDeps, owner: Owner, id: string): Promise<void> {
  const isRemoved = isId(id) && (await webhooks.remove(id, owner.id))
  if (!isRemoved) throw new AppError('webhook-not-found')
}

/** Sent like any other event, and listed among the deliveries. */
export async function testWebhook(deps: WebhookDeps, owner: Owner, id: string): Promise<void> {
  const endpoint = await findEndpoint(deps, owner, id)
  const payload: WebhookPayload = { type: 'webhook.test', timestamp: deps.now().toISOString(), data: {} }
  await deps.webhooks.addDelivery({
    id: randomUUID(),
    endpointId: endpoint.id,
    event: payload.type,
    payload: JSON.stringify(payload),
  })
}

export async function listDeliveries(
  deps: WebhookDeps,
  owner: Owner,
  id: string,
): Promise<WebhookDelivery[]> {
  const endpoint = await findEndpoint(deps, owner, id)
  return (await deps.webhooks.listDeliveries(endpoint.id, shownDeliveries)).map(describeDelivery)
}

async function findEndpoint({ webhooks }: WebhookDeps, owner: Owner, id: string): Promise<WebhookEndpoint> {
  const endpoint = isId(id) ? await webhooks.find(id, owner.id) : undefined
  if (!endpoint) throw new AppError('webhook-not-found')
  return endpoint
}

function describeWebhook({ id, url, events, disabledAt, createdAt }: WebhookEndpoint): Webhook {
  return {
    id,
    url,
    events: events as (typeof webhookEvents)[number][],
    isEnabled: disabledAt === null,
    createdAt: createdAt.toISOString(),
  }
}

function describeDelivery(record: WebhookDeliveryRecord): WebhookDelivery {
  const isWaiting = record.nextAttemptAt !== null && record.deliveredAt === null
  return {
    id: record.id,
    event: record.event,
    attempts: record.attempts,
    status: record.deliveredAt ? 'delivered' : isWaiting ? 'waiting' : 'given-up',
    lastStatusCode: record.lastStatusCode,
    lastError: record.lastError,
    createdAt: record.createdAt.toISOString(),
    nextAttemptAt: isWaiting ? (record.nextAttemptAt?.toISOString() ?? null) : null,
  }
}

export interface DeliverDeps extends Clock {
  readonly outbound: OutboundClient
  readonly secretBox: SecretBox
  /** Delay before each further attempt. */
  readonly webhookRetrySeconds: readonly number[]
}

/** Makes one delivery attempt to a webhook and decides about retry or disabling. */
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
): Promise<DeliveryOutcome> {
  const now = deps.now()
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

const secretPrefix = 'whsec_'
const secretBytes = 32

/** Signs webhook messages according to the Standard Webhooks specification. */
function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** Headers with which a receiver verifies the sender (HMAC signature) and detects replays (id and timestamp). */
export function signedHeaders(
  secret: string,
  { id, timestampSeconds, body }: SignedMessage,
): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': `v1,${signature}`,
  }
}
