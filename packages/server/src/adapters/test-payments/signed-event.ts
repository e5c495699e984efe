/** Signs outgoing events and verifies incoming ones: a signature over body and timestamp prevents forgery and replay. */
import { createHmac } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { ProviderEvent } from '../../ports/payment-provider.ts'
import type { OutgoingEvent, TestRecord } from '../../ports/test-payments.ts'
import { eventSchema } from './customer-transaction.ts'
import { isSameSecret } from './same-secret.ts'

const toleranceMs = 5 * 60 * 1000

const bodySchema = eventSchema.pick({ type: true, subscriptionId: true, intentId: true }).extend({
  id: z.string(),
})

/** Signed at delivery, because an event may have waited longer than the tolerance. */
export function signEvent({ id, data }: TestRecord, secret: string, now: Date): OutgoingEvent {
  const { type, subscriptionId, intentId, at } = eventSchema.parse(data)
  const rawBody = Buffer.from(JSON.stringify({ id, type, createdAt: at, subscriptionId, intentId }))
  const sentAt = String(Math.floor(now.getTime() / 1000))
  return { id, rawBody, signature: `t=${sentAt},v1=${signatureOf(secret, sentAt, rawBody)}` }
}

export function readSignedEvent(
  rawBody: Buffer,
  signature: string | undefined,
  secret: string,
  now: Date,
): ProviderEvent {
  const [, sentAt, proof] = signature?.match(/^t=(\d{1,12}),v1=([0-9a-f]{64})$/) ?? []
  if (sentAt === undefined || proof === undefined) throw new AppError('webhook-refused')
  const isFresh = Math.abs(now.getTime() - Number(sentAt) * 1000) <= toleranceMs
  if (!isFresh || !isSameSecret(signatureOf(secret, sentAt, rawBody), proof))
    throw new AppError('webhook-refused')
  return bodySchema.parse(JSON.parse(rawBody.toString('utf8')))
}

function signatureOf(secret: string, sentAt: string, rawBody: Buffer): string {
  return createHmac('sha256', secret).update(`${sentAt}.`).update(rawBody).digest('hex')
}
