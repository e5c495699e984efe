/** Allowances, prices, payments and advertising. */
import { defaultPrices } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import { adModes } from '@filesmith/contract/schemas/ad-config'
import { z } from 'zod'
import { adUnit, webAddress, wholeNumber, withoutLastSlash } from './setting-kinds.ts'

export const businessSettings = {
  PLAN_FREE_PER_DAY: wholeNumber(1)
    .default(plans.free.conversionsPerDay)
    .describe('Conversions a day for visitors and on Free; 30 times as many a month.'),
  PLAN_BASIC_PER_DAY: wholeNumber(1)
    .default(plans.basic.conversionsPerDay)
    .describe('Conversions a day on Basic; 30 times as many a month.'),
  ADDRESS_PER_DAY: wholeNumber(1)
    .default(100)
    .describe(
      'Conversions a day for all visitors of one network address together. Accounts are not counted.',
    ),
  PAYMENTS: z
    .enum(['auto', 'stripe', 'test', 'off'])
    .default('auto')
    .describe(
      'Who takes payments. auto: Stripe when its keys are set, else the built-in test payments, in which no money moves; those must be asked for by name where NODE_ENV is production. off: nothing can be bought.',
    ),
  STRIPE_SECRET_KEY: z.string().optional().describe('Payments by Stripe: the secret key.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('The publishable key. Needed with the secret one.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe(
      'The signing secret of the webhook that Stripe calls at /api/webhooks/payments. Needed with the secret key.',
    ),
  STRIPE_API_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://api.stripe.com')
    .describe('Where Stripe answers.'),
  PLAN_BASIC_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.basic)
    .describe('What Basic costs a month, in cents of a dollar. A year costs 12 times as much less 20 %.'),
  PLAN_PRO_PRICE_CENTS: wholeNumber(50).default(defaultPrices.pro).describe('The same for Pro.'),
  BILLING_GRACE_DAYS: wholeNumber(0)
    .default(7)
    .describe('Days a plan goes on after a payment that did not go through.'),
  INVOICE_FROM: z
    .string()
    .default(productName)
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('Who issues invoices, its lines separated by |: name, address, tax number.'),
  ADSENSE_PUBLISHER_ID: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must be like ca-pub-1234567890123456')
    .optional()
    .describe(
      'Advertising by Google AdSense, for those who agree to it. Without it the panels show our own promotion and nothing is loaded from anywhere else.',
    ),
  ADSENSE_UNIT_LEFT: adUnit.describe('The ad unit of the left panel: its number, as AdSense shows it.'),
  ADSENSE_UNIT_RIGHT: adUnit.describe('The ad unit of the right panel.'),
  ADSENSE_UNIT_WAIT: adUnit.describe('The ad unit of the wait screen.'),
  AD_MODE: z
    .enum(adModes)
    .default('free-users')
    .describe(
      'Who sees advertising: free-users (visitors and Free), all, or non-authenticated (visitors only). Basic and Pro never do.',
    ),
  IMPRESSIONS_PER_MINUTE: wholeNumber(1)
    .default(30)
    .describe('Advertisements that may be reported as seen from one network address.'),
}
