/** Plans and prices, payments, subscriptions and invoices. */
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
  interval: z.literal('month').describe('The price is per month; a year costs 12 times as much minus 20%.'),
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
    .describe("In dollars; must match a plan's monthly or yearly price. The server charges its own price."),
  planId: z.number().int().optional(),
})

/** Payment provider used by the checkout page. */
export const paymentProviderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('test') }).describe('Built-in test payments: no real money is charged.'),
])
export type PaymentProviderInfo = z.infer<typeof paymentProviderSchema>

export const quoteSchema = z.object({
  plan: planSchema,
  interval: intervalSchema,
  price: cents.describe('Price of the plan for the interval, also for renewals.'),
  credit: cents.describe('For the unused part of the current plan.'),
  balance: cents.describe('Existing credit that is applied.'),
  due: cents.describe('Amount due now.'),
  creditLeft: cents.describe('Remaining credit for later invoices.'),
  kind: z.enum(['new', 'change', 'resume']),
})
export type Quote = z.infer<typeof quoteSchema>

const cardOnFileSchema = z.object({ brand: z.string(), lastFour: z.string(), expiry: z.string() })
export type CardOnFile = z.infer<typeof cardOnFileSchema>

/** Pays with the card on file. */
export const cardPaymentRequestSchema = z.object({ clientSecret: z.string().min(1).max(200) })
export const cardPaymentReplySchema = z.object({
  paymentIntentId: z.string(),
  status: z
    .enum(['succeeded', 'processing', 'needs-authentication'])
    .describe('needs-authentication: the bank wants the card to be entered again.'),
})

export type CardPaymentReply = z.infer<typeof cardPaymentReplySchema>

export const paymentIntentReplySchema = z.object({
  clientSecret: z.string().nullable().describe('Null if nothing is due: then confirm the change.'),
  provider: paymentProviderSchema,
  quote: quoteSchema,
  card: cardOnFileSchema.optional().describe('The card on file, which can pay without being entered again.'),
})
export type PaymentIntentReply = z.infer<typeof paymentIntentReplySchema>

export const subscriptionUpdateRequestSchema = z.object({
  paymentIntentId: z.string().min(1).max(200),
  planId: z.number().int().optional(),
})
export const planReplySchema = z.object({ plan: planSchema })

/** A change that needs no payment. */
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
  amount: cents.describe('The amount paid.'),
  refunded: cents,
  status: z.enum(['paid', 'partly-refunded', 'refunded', 'disputed']),
  paidAt: z.iso.datetime(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  pdfUrl: z.string(),
})
export type Invoice = z.infer<typeof invoiceSchema>

export const billingSchema = z.object({
  provider: z.enum(['stripe', 'test']).nullable().describe('Null if payments are off.'),
  subscription: z
    .object({
      plan: planSchema,
      interval: intervalSchema,
      price: cents,
      status: z.enum(subscriptionStatuses),
      periodEnd: z.iso.datetime().describe('End of the paid period.'),
      accessUntil: z.iso.datetime().describe('End of access without further payments.'),
      moneyBackUntil: z.iso.datetime().nullable().describe('End of the full refund period.'),
    })
    .nullable()
    .describe('Null for accounts that never paid for a plan.'),
  credit: cents.describe('Deducted from the next invoices.'),
  invoices: z.array(invoiceSchema),
})
export type Billing = z.infer<typeof billingSchema>

export const portalReplySchema = z.object({ url: z.string() })

/** Request of the test payment form. Only test card numbers are accepted. */
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
export const testBillingSchema = z.object({ card: cardOnFileSchema.nullable() })
