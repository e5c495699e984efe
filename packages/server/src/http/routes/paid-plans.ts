/** Routes about plans, payments and advertising; a private instance does not load them. */

import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { BillingDeps } from '../../domain/billing/billing-deps.ts'
import { receivePaymentEvent } from '../../domain/billing/payment-events.ts'
import type { TestPayments } from '../../ports/test-payments.ts'
import { registerAdvertisingRoutes } from './advertising.ts'
import { registerBillingRoutes } from './billing.ts'
import { registerTestPaymentRoutes } from './test-payments.ts'

type RouteDeps = Parameters<typeof registerAdvertisingRoutes>[1] & Parameters<typeof registerBillingRoutes>[1]

/** What only these routes need. */
export type PaidPlans = Pick<
  RouteDeps,
  'payments' | 'prices' | 'graceDays' | 'invoices' | 'invoiceFrom' | 'adConfig'
> & {
  /** Set if no payment provider is configured and payments are not off. */
  readonly testPayments: TestPayments | null
  /** Triggers delivery of pending test payment events. */
  readonly deliverTestEvents: () => void
}

export type PaidPlansDeps = RouteDeps & PaidPlans

export async function registerPaidPlanRoutes(
  app: FastifyInstance,
  deps: PaidPlansDeps,
  publicOrigin: string,
): Promise<void> {
  registerAdvertisingRoutes(app, deps)
  registerBillingRoutes(app, deps, publicOrigin)
  await registerPaymentWebhook(app, deps)
  const { testPayments, deliverTestEvents: deliver } = deps
  if (testPayments) registerTestPaymentRoutes(app, { testPayments, deliver })
}

/** Webhook of the payment provider. The signature covers the raw bytes, so the body is not parsed before. */
const maxBodyBytes = 1024 * 1024

async function registerPaymentWebhook(app: FastifyInstance, deps: BillingDeps): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(apiPaths.paymentWebhook, {
      config: { access: 'anyone' },
      bodyLimit: maxBodyBytes,
      schema: { hide: true },
      handler: async (request, reply) => {
        const signature = request.headers['stripe-signature'] ?? request.headers['filesmith-signature']
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receivePaymentEvent(deps, rawBody, typeof signature === 'string' ? signature : undefined)
        return reply.send({ received: true })
      },
    })
  })
}
