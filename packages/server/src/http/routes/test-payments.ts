/** What the card form of the built-in test payments calls: pay, answer the bank, see and replace the card on file. */
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
  /** Sends waiting events on their way; nobody waits for it. */
  readonly deliver: () => void
}

const tags = ['Test payments']
const config = { access: 'account' } as const
/** A card and a secret are a few hundred bytes. */
const bodyLimit = 4096

/** Only where the provider is the test one. */
export function registerTestPaymentRoutes(
  app: FastifyInstance,
  { testPayments, deliver }: TestPaymentDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  /** A declined payment has something to tell as well. */
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
      description: 'Takes published test numbers only. A declined payment can be tried again.',
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
      summary: "Answer the bank's question about a test payment",
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
      summary: 'The test card on file',
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
      description: 'A payment that is open after a failed renewal is tried with it at once.',
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
