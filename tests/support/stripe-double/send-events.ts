/** Events on their way to whoever listens, signed as Stripe signs them. */
import { createHmac } from 'node:crypto'
import type { Event } from './records.ts'

export interface SendOptions {
  /** Oldest first unless told; also leaves out what is not to arrive yet. */
  readonly order?: 'oldest-first' | 'newest-first' | ((events: readonly Event[]) => readonly Event[])
  /** How often each is sent. */
  readonly repeat?: number
}

export interface Delivery {
  readonly id: string
  readonly type: string
  readonly status: number
}

/** The header `Stripe-Signature` of a body. */
export function signBody(rawBody: string, secret: string, at = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** As it goes over the wire. */
export function eventBody(event: Event): string {
  return JSON.stringify(event, null, 2)
}

/** Sends those that nobody has taken yet; one that is taken is not sent again by a later call. */
export async function sendEvents(
  events: readonly Event[],
  url: string,
  webhookSecret: string,
  { order = 'oldest-first', repeat = 1 }: SendOptions = {},
): Promise<Delivery[]> {
  const waiting = events.filter(({ pending_webhooks }) => pending_webhooks > 0)
  const chosen =
    typeof order === 'function' ? order(waiting) : order === 'newest-first' ? waiting.toReversed() : waiting
  const deliveries: Delivery[] = []
  for (const event of chosen.flatMap(one => Array.from({ length: repeat }, () => one))) {
    deliveries.push(await sendEvent(event, url, webhookSecret))
  }
  return deliveries
}

async function sendEvent(event: Event, url: string, webhookSecret: string): Promise<Delivery> {
  const body = eventBody(event)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signBody(body, webhookSecret),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  })
  await response.arrayBuffer()
  if (response.ok) event.pending_webhooks = 0
  return { id: event.id, type: event.type, status: response.status }
}
