/** Creates the Stripe SDK client: short timeout, few retries, no telemetry. */
import Stripe from 'stripe'

export interface StripeClientSettings {
  readonly secretKey: string
  /** Base URL of the API; only its origin is used. */
  readonly apiUrl: string
}

const timeoutMs = 10_000
const maxRetries = 2

export function createStripeClient({ secretKey, apiUrl }: StripeClientSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isHttp = protocol === 'http:'
  return new Stripe(secretKey, {
    protocol: isHttp ? 'http' : 'https',
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
  })
}

/** Stripe returns references either expanded or as an id. */
export function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

/** Stripe timestamps are in seconds. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
