/** Routes about plans, payments and advertising; a private instance does not load them. */
import type { FastifyInstance } from 'fastify'
import type { TestPayments } from '../../ports/test-payments.ts'
import { registerAdvertisingRoutes } from './advertising.ts'
import { registerBillingRoutes } from './billing.ts'
import { registerPaymentWebhook } from './payment-webhook.ts'
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
