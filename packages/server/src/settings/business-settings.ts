/** Settings of allowances, prices, payments and advertising. */
import { defaultPrices } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import { adModes } from '@filesmith/contract/schemas/ad-config'
import { z } from 'zod'
import { adUnit, webAddress, wholeNumber, withoutTrailingSlash } from './setting-kinds.ts'

export const businessSettings = {
  PLAN_FREE_PER_DAY: wholeNumber(1)
    .default(plans.free.conversionsPerDay)
    .describe(
      'Conversions per day for visitors and accounts on Free. The monthly limit is 30 times as high.',
    ),
  PLAN_BASIC_PER_DAY: wholeNumber(1)
    .default(plans.basic.conversionsPerDay)
    .describe('Conversions per day on Basic. The monthly limit is 30 times as high.'),
  ADDRESS_PER_DAY: wholeNumber(1)
    .default(100)
    .describe(
      'Conversions per day for all visitors from one IP address together. Signed-in users are not counted.',
    ),
  PAYMENTS: z
    .enum(['auto', 'stripe', 'test', 'off'])
    .default('auto')
    .describe(
      'Payment provider. auto: Stripe if its keys are set, otherwise built-in test payments that move no money; with NODE_ENV=production these must be requested explicitly with test. off: plans cannot be bought.',
    ),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret key of the Stripe account.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('Publishable key. Required with STRIPE_SECRET_KEY.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe(
      'Signing secret of the Stripe webhook endpoint /api/webhooks/payments. Required with STRIPE_SECRET_KEY.',
    ),
  STRIPE_API_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://api.stripe.com')
    .describe('Base URL of the Stripe API.'),
  PLAN_BASIC_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.basic)
    .describe('Monthly price of Basic in US cents. Yearly billing costs 12 times as much, less 20 %.'),
  PLAN_PRO_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.pro)
    .describe('Monthly price of Pro in US cents.'),
  BILLING_GRACE_DAYS: wholeNumber(0).default(7).describe('Days a plan stays active after a failed payment.'),
  INVOICE_FROM: z
    .string()
    .default(productName)
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('Issuer shown on invoices: name, address and tax number, lines separated by |.'),
  ADSENSE_PUBLISHER_ID: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must be like ca-pub-1234567890123456')
    .optional()
    .describe(
      'Google AdSense publisher ID; ads are shown to users who consent. If not set, the ad panels promote Filesmith itself and load no third-party content.',
    ),
  ADSENSE_UNIT_LEFT: adUnit.describe('AdSense ad unit number of the left panel.'),
  ADSENSE_UNIT_RIGHT: adUnit.describe('AdSense ad unit number of the right panel.'),
  ADSENSE_UNIT_WAIT: adUnit.describe('AdSense ad unit number of the wait screen.'),
  AD_MODE: z
    .enum(adModes)
    .default('free-users')
    .describe(
      'Who sees ads: free-users (visitors and accounts on Free), all, or non-authenticated (visitors only). Basic and Pro never see ads.',
    ),
  IMPRESSIONS_PER_MINUTE: wholeNumber(1)
    .default(30)
    .describe('Ad impressions per minute accepted from one IP address.'),
}
