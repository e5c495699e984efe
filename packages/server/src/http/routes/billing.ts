/** Billing: plans and prices, payments, subscription changes and invoices. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { describeOffers } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import {
  billingSchema,
  cardPaymentReplySchema,
  cardPaymentRequestSchema,
  paymentIntentReplySchema,
  paymentIntentRequestSchema,
  planOffersSchema,
  planReplySchema,
  portalReplySchema,
  subscriptionChangeRequestSchema,
  subscriptionUpdateRequestSchema,
} from '@filesmith/contract/schemas/billing'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AccountRecord } from '../../database/account-store.ts'
import type { SubscriptionRecord } from '../../database/billing-records.ts'
import { type AttemptDeps, limitPayments } from '../../domain/accounts/limit-attempts.ts'
import type { UsageDeps } from '../../domain/allowance/allowance.ts'
import type { BillingDeps } from '../../domain/billing/billing-deps.ts'
import {
  changePlan,
  createPaymentIntent,
  payWithCardOnFile,
  updateSubscription,
} from '../../domain/billing/checkouts.ts'
import { describeBilling, type InvoiceDeps, renderInvoice } from '../../domain/billing/invoices.ts'
import { runningSubscription } from '../../domain/billing/running-subscription.ts'
import {
  cancelSubscription,
  openBillingPortal,
  refundSubscription,
  resumeSubscription,
} from '../../domain/billing/subscriptions.ts'
import { signedInUser } from '../access.ts'
import { attachmentHeader } from '../content-disposition.ts'
import { idParamsSchema } from '../params.ts'

const tags = ['Billing']
const config = { access: 'account' } as const
const planReply = { 200: planReplySchema, default: errorReplySchema }

export function registerBillingRoutes(
  app: FastifyInstance,
  deps: BillingDeps & InvoiceDeps & AttemptDeps & Pick<UsageDeps, 'allowanceLimits'>,
  siteUrl: string,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.subscriptionPlans, {
    config: { access: 'anyone' },
    schema: {
      summary: 'List plans with prices and features',
      tags,
      response: { 200: planOffersSchema, default: errorReplySchema },
    },
    handler: async () => describeOffers({ prices: deps.prices, perDay: deps.allowanceLimits.perDay }),
  })

  typed.post(apiPaths.createPaymentIntent, {
    config,
    schema: {
      summary: 'Create a payment intent for a plan',
      description:
        "The amount must match the plan's monthly or yearly price; the server charges its own price.",
      tags,
      body: paymentIntentRequestSchema,
      response: { 200: paymentIntentReplySchema, default: errorReplySchema },
    },
    handler: async request => {
      const { account } = signedInUser(request)
      await limitPayments(deps, account.id)
      return createPaymentIntent(deps, account, request.body)
    },
  })

  typed.post(apiPaths.subscriptionPayment, {
    config,
    schema: {
      summary: 'Pay a payment intent with the card on file',
      tags,
      body: cardPaymentRequestSchema,
      response: { 200: cardPaymentReplySchema, default: errorReplySchema },
    },
    handler: async request => {
      const { account } = signedInUser(request)
      await limitPayments(deps, account.id)
      return payWithCardOnFile(deps, account, request.body.clientSecret)
    },
  })

  typed.post(apiPaths.subscriptionUpdate, {
    config,
    schema: {
      summary: 'Activate the plan that was paid for (idempotent)',
      tags,
      body: subscriptionUpdateRequestSchema,
      response: planReply,
    },
    handler: async request => ({
      plan: await updateSubscription(deps, signedInUser(request).account, request.body),
    }),
  })

  typed.post(apiPaths.subscriptionChange, {
    config,
    schema: {
      summary: 'Change to a plan that needs no payment now',
      tags,
      body: subscriptionChangeRequestSchema,
      response: planReply,
    },
    handler: async request => ({
      plan: await changePlan(deps, signedInUser(request).account, request.body),
    }),
  })

  typed.get(apiPaths.subscription, {
    config,
    schema: {
      summary: 'Get your subscription and invoices',
      tags,
      response: { 200: billingSchema, default: errorReplySchema },
    },
    handler: request => describeBilling(deps, signedInUser(request).account),
  })

  const extensions = [
    [apiPaths.subscriptionCancel, 'Cancel your plan at the end of the paid period', cancelSubscription],
    [apiPaths.subscriptionResume, 'Resume a canceled plan', resumeSubscription],
    [apiPaths.subscriptionRefund, 'Refund a plan within 14 days', refundSubscription],
  ] as const
  for (const [path, summary, change] of extensions)
    typed.post(path, {
      config,
      schema: { summary, tags, response: planReply },
      handler: async request => planAfter(deps, request, change),
    })

  typed.post(apiPaths.billingPortal, {
    config,
    schema: {
      summary: "Get the URL of the payment provider's billing portal",
      tags,
      response: { 200: portalReplySchema, default: errorReplySchema },
    },
    handler: async request => {
      const returnUrl = `${siteUrl}${paths.profile}?section=subscription`
      return { url: await openBillingPortal(deps, signedInUser(request).account, returnUrl) }
    },
  })

  typed.get(apiPaths.invoicePdf(':id'), {
    config,
    schema: { summary: 'Download an invoice as PDF', tags, params: idParamsSchema },
    handler: async (request, reply) => {
      const { fileName, pdf } = await renderInvoice(deps, signedInUser(request).account, request.params.id)
      return reply.header('content-disposition', attachmentHeader(fileName)).type('application/pdf').send(pdf)
    },
  })
}

async function planAfter(
  deps: BillingDeps,
  request: FastifyRequest,
  change: (deps: BillingDeps, account: AccountRecord) => Promise<SubscriptionRecord>,
) {
  const changed = await change(deps, signedInUser(request).account)
  return { plan: runningSubscription(changed, deps.now())?.plan ?? 'free' }
}
