/** Maps every Stripe failure to one error whose cause is safe to log. */
import { AppError } from '@filesmith/contract/errors'
import Stripe from 'stripe'

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
