/** Endpoints of the test payment form: pay, authenticate, show and replace the card on file. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  testAuthenticationRequestSchema,
  testBillingSchema,
  testCardSchema,
  testPaymentReplySchema,
  testPaymentRequestSchema,
} from '@filesmith/contract/schemas/billing'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { TestPayments } from '../../ports/test-payments.ts'
import { signedInUser } from '../access.ts'

interface TestPaymentDeps {
  readonly testPayments: TestPayments
  /** Triggers delivery of pending events without waiting for it. */
  readonly deliver: () => void
}

const tags = ['Test payments']
const config = { access: 'account' } as const
/** A card and a secret are a few hundred bytes. */
const bodyLimit = 4096

/** Registered only with the test payment provider. */
export function registerTestPaymentRoutes(
  app: FastifyInstance,
  { testPayments, deliver }: TestPaymentDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  /** Declined payments create events too. */
  async function thenDeliver<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } finally {
      deliver()
    }
  }

  async function describeCard(accountId: string) {
    return { card: (await testPayments.cardOf(accountId)) ?? null }
  }

  typed.post(apiPaths.testPayment, {
    config,
    bodyLimit,
    schema: {
      summary: 'Pay with a test card',
      description: 'Accepts published test card numbers only. A declined payment can be retried.',
      tags,
      body: testPaymentRequestSchema,
      response: { 200: testPaymentReplySchema, default: errorReplySchema },
    },
    handler: request => {
      const { clientSecret, number, expiry, cvc } = request.body
      const { account } = signedInUser(request)
      return thenDeliver(testPayments.pay(account.id, clientSecret, { number, expiry, cvc }))
    },
  })

  typed.post(apiPaths.testAuthentication, {
    config,
    bodyLimit,
    schema: {
      summary: 'Confirm or reject the 3-D Secure step of a test payment',
      tags,
      body: testAuthenticationRequestSchema,
      response: { 200: testPaymentReplySchema, default: errorReplySchema },
    },
    handler: request => {
      const { clientSecret, isConfirmed } = request.body
      const { account } = signedInUser(request)
      return thenDeliver(testPayments.authenticate(account.id, clientSecret, isConfirmed))
    },
  })

  typed.get(apiPaths.testCard, {
    config,
    schema: {
      summary: 'Get the test card on file',
      tags,
      response: { 200: testBillingSchema, default: errorReplySchema },
    },
    handler: request => describeCard(signedInUser(request).account.id),
  })

  typed.post(apiPaths.testCard, {
    config,
    bodyLimit,
    schema: {
      summary: 'Replace the test card on file',
      description: 'An open payment of a failed renewal is retried immediately.',
      tags,
      body: testCardSchema,
      response: { 200: testBillingSchema, default: errorReplySchema },
    },
    handler: async request => {
      const { number, expiry, cvc } = request.body
      const { account } = signedInUser(request)
      await thenDeliver(testPayments.replaceCard(account.id, { number, expiry, cvc }))
      return describeCard(account.id)
    },
  })
}
