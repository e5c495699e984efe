/** Whatever goes wrong at Stripe is one error here, and its cause says what is needed to find it and nothing more. */
import { AppError } from '@filesmith/contract/errors'
import Stripe from 'stripe'

export async function askStripe<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('payment-provider-failed', {}, { cause: withoutWords(error) })
  }
}

/** What `work` gives, or undefined where Stripe knows of no such thing. */
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

/** Stripe's messages quote addresses and parts of keys, and its errors carry whole objects: the log gets neither. */
function withoutWords(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error : new Error('unknown')
  const { type, code, param, statusCode, requestId, detail } = error
  const below = detail as { code?: unknown } | undefined
  const parts = [type, statusCode, code, param, requestId, below?.code]
  return new Error(`Stripe did not do it (${parts.filter(part => part !== undefined).join(', ')})`)
}
