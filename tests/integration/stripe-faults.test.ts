/** Stripe adapter: server errors, network errors and authentication errors. */
import type { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../packages/server/src/log.ts'
import type { PaymentProvider } from '../../packages/server/src/ports/payment-provider.ts'
import { newOrder, openStripePayments } from '../support/stripe-customer.ts'
import { type StripeDouble, startStripeDouble } from '../support/stripe-double/start-stripe-double.ts'

let stripe: StripeDouble
let payments: PaymentProvider

beforeEach(async () => {
  stripe = await startStripeDouble()
  payments = openStripePayments(stripe)
})
afterEach(() => stripe.close())

async function failureOf(work: Promise<unknown>): Promise<{ error: AppError; logged: string }> {
  const error = (await work.then(
    () => undefined,
    reason => reason,
  )) as AppError
  const lines: string[] = []
  createLog('debug', 'test', { write: line => lines.push(line) }).warn({ err: error }, 'failed')
  return { error, logged: lines.join('') }
}

const callsTo = (method: string, path: string) =>
  stripe.calls.filter(call => call.method === method && call.path === path)

describe('Stripe errors', () => {
  test('two failures are retried', async () => {
    stripe.injectFault(503, 1, '/v1/payment_intents')
    stripe.injectFault('no-reply', 1, '/v1/payment_intents')
    expect(await payments.findPayment('pi_unknown')).toBeUndefined()
    expect(callsTo('GET', '/v1/payment_intents/pi_unknown').map(({ status }) => status)).toEqual([
      503, 0, 404,
    ])
  })

  test('three failures are an error without secrets and personal data in the log', async () => {
    stripe.injectFault(500, 3, '/v1/customers')
    const { error, logged } = await failureOf(payments.createSubscription(newOrder()))
    expect(error).toMatchObject({ code: 'payment-provider-failed', status: 502 })
    expect(logged).toContain('StripeAPIError, 500')
    expect(logged).toMatch(/req_[0-9a-f]+/)
    expect(logged).not.toMatch(/sk_test_|whsec_|vulcan|Something went wrong at Stripe/)
  })

  test('a wrong key is a provider error', async () => {
    const stranger = openStripePayments(stripe, { secretKey: 'sk_test_wrong' })
    const { error, logged } = await failureOf(stranger.creditOf('cus_1'))
    expect(error).toMatchObject({ code: 'payment-provider-failed' })
    expect(logged).toContain('StripeAuthenticationError, 401')
    expect(logged).not.toContain('sk_test')
  })

  test('a refused connection is a provider error with the network reason', async () => {
    const gone = await startStripeDouble()
    await gone.close()
    const { error, logged } = await failureOf(
      openStripePayments(stripe, { apiUrl: gone.url }).creditOf('cus_1'),
    )
    expect(error).toMatchObject({ code: 'payment-provider-failed' })
    expect(logged).toContain('ECONNREFUSED')
  })

  test('a missing object is a provider error where it must exist', async () => {
    for (const work of [
      payments.setRenewal('sub_unknown', false),
      payments.setRenewal('sub_unknown', true),
      payments.refund('pi_unknown'),
      payments.addCredit('cus_unknown', 100, 'r'),
      payments.portalUrl('cus_unknown', 'https://files.example.org/'),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'payment-provider-failed' })
    }
  })
})
