/** Creates, lists, tests and removes webhooks of an account, and lists their deliveries. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookPayload,
  webhookEvents,
} from '@filesmith/contract/schemas/v1/webhook'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { OutboundClient } from '../../ports/outbound.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { WebhookDeliveryRecord, WebhookEndpoint, WebhookStore } from '../../ports/webhook-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { makeWebhookSecret } from './sign-webhook.ts'

export interface WebhookDeps {
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
    createdAt: new Date(),
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
  const payload: WebhookPayload = { type: 'webhook.test', timestamp: new Date().toISOString(), data: {} }
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
