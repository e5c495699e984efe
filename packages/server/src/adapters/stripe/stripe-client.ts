/** Stripe's own library, set up for us: short patience, a few retries, and nothing told that was not asked for. */
import Stripe from 'stripe'

export interface StripeClientSettings {
  readonly secretKey: string
  /** Where Stripe answers; only its origin counts. */
  readonly apiUrl: string
}

const patienceMs = 10_000
const maxRetries = 2

export function createStripeClient({ secretKey, apiUrl }: StripeClientSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: patienceMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
  })
}

/** An object that Stripe gives either whole or by its id. */
export function idOf(reference: string | { readonly id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}

/** Stripe counts in seconds. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
