/** Sends webhook events with Stripe's signature. */
import { createHmac } from 'node:crypto'
import type { Event } from './records.ts'

export interface SendOptions {
  /** Default: oldest first. A function can also drop events that must not arrive yet. */
  readonly order?: 'oldest-first' | 'newest-first' | ((events: readonly Event[]) => readonly Event[])
  /** Number of deliveries per event. */
  readonly repeat?: number
}

export interface Delivery {
  readonly id: string
  readonly type: string
  readonly status: number
}

/** The `Stripe-Signature` header of a body. */
export function signBody(rawBody: string, secret: string, at = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** The body as Stripe sends it. */
export function eventBody(event: Event): string {
  return JSON.stringify(event, null, 2)
}

/** Sends the events that were not acknowledged yet; acknowledged ones are not sent again. */
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
