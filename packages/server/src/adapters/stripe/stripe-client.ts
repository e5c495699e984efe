/** Stripe SDK client (short timeout, few retries, no telemetry), and its failures as errors that are safe to log. */
import { AppError } from '@filesmith/contract/errors'
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

/** Maps every failure to one error. */
export async function callStripe<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('payment-provider-failed', {}, { cause: redactError(error) })
  }
}

/** The result of `work`, or undefined if Stripe does not know the resource. */
export async function findAtStripe<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return undefined
    throw error
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code
}

/** Stripe's error messages quote addresses and parts of keys, and its errors carry whole objects; none of it is logged. */
function redactError(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error : new Error('unknown')
  const { type, code, param, statusCode, requestId, detail } = error
  const declineDetail = detail as { code?: unknown } | undefined
  const parts = [type, statusCode, code, param, requestId, declineDetail?.code]
  return new Error(`Stripe request failed (${parts.filter(part => part !== undefined).join(', ')})`)
}
