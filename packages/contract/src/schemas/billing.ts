/** Plans with their prices, payments, subscriptions and invoices, as the calls about them carry them. */
import { z } from 'zod'
import { planIds } from '../plans.ts'
import { subscriptionStatuses } from './account.ts'

const cents = z.number().int().min(0)
const planSchema = z.enum(planIds)
const intervalSchema = z.enum(['month', 'year'])

export const planOfferSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  price: cents.describe('In cents.'),
  interval: z.literal('month').describe('The price is for a month; a year costs 12 times as much less 20 %.'),
  features: z.array(z.string()),
  conversionsPerDay: z.number().int().nullable().describe('Null means unlimited.'),
  isPro: z.boolean(),
  isPopular: z.boolean(),
})
export type PlanOffer = z.infer<typeof planOfferSchema>
export const planOffersSchema = z.array(planOfferSchema)

export const paymentIntentRequestSchema = z.object({
  amount: z
    .number()
    .positive()
    .describe(
      "In dollars; must be a plan's price for a month or a year. What is charged is the server's figure.",
    ),
  planId: z.number().int().optional(),
})

/** How the page takes the payment. */
export const paymentProviderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('test') }).describe('Payments of the installation itself: no money moves.'),
])
export type PaymentProviderInfo = z.infer<typeof paymentProviderSchema>

export const quoteSchema = z.object({
  plan: planSchema,
  interval: intervalSchema,
  price: cents.describe('Of the plan for the interval, as later renewals cost.'),
  credit: cents.describe('For the part of the present plan that was paid and not used.'),
  balance: cents.describe('Credit from earlier that is used for it.'),
  due: cents.describe('To be paid now.'),
  creditLeft: cents.describe('What remains of the credit for later invoices.'),
  kind: z.enum(['new', 'change', 'resume']),
})
export type Quote = z.infer<typeof quoteSchema>

export const paymentIntentReplySchema = z.object({
  clientSecret: z.string().nullable().describe('Null when there is nothing to pay: then confirm the change.'),
  provider: paymentProviderSchema,
  quote: quoteSchema,
})
export type PaymentIntentReply = z.infer<typeof paymentIntentReplySchema>

export const subscriptionUpdateRequestSchema = z.object({
  paymentIntentId: z.string().min(1).max(200),
  planId: z.number().int().optional(),
})
export const planReplySchema = z.object({ plan: planSchema })

/** A change for which nothing is to be paid. */
export const subscriptionChangeRequestSchema = z.object({
  planId: z.number().int(),
  interval: intervalSchema,
})

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  plan: planSchema,
  interval: intervalSchema,
  amount: cents.describe('What was paid.'),
  refunded: cents,
  status: z.enum(['paid', 'partly-refunded', 'refunded', 'disputed']),
  paidAt: z.iso.datetime(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof invoiceSchema>

export const billingSchema = z.object({
  provider: z.enum(['stripe', 'test']).nullable().describe('Null where nothing can be bought.'),
  subscription: z
    .object({
      plan: planSchema,
      interval: intervalSchema,
      price: cents,
      status: z.enum(subscriptionStatuses),
      periodEnd: z.iso.datetime().describe('Until when it is paid.'),
      accessUntil: z.iso.datetime().describe('Until when the plan holds if nothing is paid any more.'),
      moneyBackUntil: z.iso.datetime().nullable().describe('Until when all of it can be given back.'),
    })
    .nullable()
    .describe('Null for whoever never paid for a plan.'),
  credit: cents.describe('Taken off the next invoices.'),
  invoices: z.array(invoiceSchema),
})
export type Billing = z.infer<typeof billingSchema>

export const portalReplySchema = z.object({ url: z.string() })

/** The test payments of the installation: what its card form sends. Only test numbers are accepted. */
export const testCardSchema = z.object({
  number: z.string().max(40),
  expiry: z.string().max(10).describe('MM/YY'),
  cvc: z.string().max(6),
  name: z.string().max(100).default(''),
})
export const testPaymentRequestSchema = testCardSchema.extend({ clientSecret: z.string().max(200) })
export const testAuthenticationRequestSchema = z.object({
  clientSecret: z.string().max(200),
  isConfirmed: z.boolean(),
})
export const testPaymentReplySchema = z.object({
  paymentIntentId: z.string(),
  status: z.enum(['succeeded', 'needs-authentication']),
})
export type TestPaymentReply = z.infer<typeof testPaymentReplySchema>
export const testBillingSchema = z.object({
  card: z.object({ brand: z.string(), lastFour: z.string(), expiry: z.string() }).nullable(),
})
