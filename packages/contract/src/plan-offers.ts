/** Prices and descriptions of the plans, as listed and charged by the server. */
import { bytesPerMegabyte, sizeText } from './bytes.ts'
import { type FormatId, formats } from './formats.ts'
import {
  type ConversionsPerDay,
  defaultConversionsPerDay,
  includesFormat,
  type OfferedPlanId,
  planIds,
  plans,
} from './plans.ts'
import type { PlanOffer } from './schemas/billing.ts'

export const billingIntervals = ['month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

export const currency = 'usd'

/** Refund period after the first payment. */
export const moneyBackDays = 14

/** In cents per month. */
export type PlanPrices = Readonly<Record<OfferedPlanId, number>>
export const defaultPrices: PlanPrices = { free: 0, basic: 499, pro: 999 }

/** Numeric plan ids in URLs and API requests. */
const offerNumbers = { free: 1, basic: 2, pro: 3 } as const satisfies Record<OfferedPlanId, number>

export function planOfNumber(number: number): OfferedPlanId | undefined {
  return planIds.find(plan => offerNumbers[plan] === number)
}

export function numberOfPlan(plan: OfferedPlanId): number {
  return offerNumbers[plan]
}

/** 12 months minus 20%, rounded down to the cent. */
export function yearlyPrice(monthlyCents: number): number {
  return Math.floor((monthlyCents * 12 * 8) / 10)
}

export function priceOf(monthlyCents: number, interval: BillingInterval): number {
  return interval === 'year' ? yearlyPrice(monthlyCents) : monthlyCents
}

interface OfferSettings {
  readonly prices: PlanPrices
  readonly perDay: ConversionsPerDay
}

const descriptions: Readonly<Record<OfferedPlanId, string>> = {
  free: 'For occasional use',
  basic: 'For regular use',
  pro: 'For heavy use',
}

export function describeOffers({ prices, perDay }: OfferSettings): PlanOffer[] {
  return planIds.map(plan => ({
    id: offerNumbers[plan],
    name: plans[plan].label,
    description: descriptions[plan],
    price: prices[plan],
    interval: 'month',
    features: featuresOf(plan, perDay[plan]),
    conversionsPerDay: perDay[plan],
    isPro: plan === 'pro',
    isPopular: plan === 'basic',
  }))
}

/** The allowances of the offers; the default for plans that are not offered or not known yet. */
export function conversionsPerDayOf(offers: readonly PlanOffer[]): ConversionsPerDay {
  const perDay = (plan: OfferedPlanId) => {
    const offer = offers.find(({ id }) => id === offerNumbers[plan])
    return offer ? offer.conversionsPerDay : defaultConversionsPerDay[plan]
  }
  return { free: perDay('free'), basic: perDay('basic'), pro: perDay('pro') }
}

/** Advertised file size; tools with a higher limit accept larger files. */
export const promisedFileSize: Readonly<Record<OfferedPlanId, string>> = {
  free: '50MB',
  basic: formatMegabytes(plans.basic.raisesFileLimitToBytes),
  pro: formatMegabytes(plans.pro.raisesFileLimitToBytes),
}

export function formatMegabytes(bytes: number): string {
  return sizeText(bytes / bytesPerMegabyte)
}

/** 'RAR with Basic or Pro; PSD, OPUS and AIFF with Pro'. */
export const premiumFormatsText = [
  `${labelsOf(plans.basic.premiumFormats)} with Basic or Pro`,
  `${labelsOf(plans.pro.premiumFormats.filter(format => !includesFormat('basic', format)))} with Pro`,
].join('; ')

function labelsOf(ids: readonly FormatId[]): string {
  return ids
    .map(id => formats[id].label)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
}

function featuresOf(plan: OfferedPlanId, perDay: number | null): string[] {
  const { concurrentJobs, storageHours } = plans[plan]
  return [
    perDay === null ? 'Unlimited conversions' : `${perDay} conversions per day`,
    `Files up to ${promisedFileSize[plan]}`,
    `${concurrentJobs} concurrent ${concurrentJobs === 1 ? 'conversion' : 'conversions'}`,
    `${formatStorage(storageHours)} storage`,
    ...furtherFeatures[plan],
  ]
}

export function formatStorage(hours: number): string {
  return hours <= 24 ? `${hours} hours` : `${hours / 24} days`
}

const furtherFeatures: Readonly<Record<OfferedPlanId, readonly string[]>> = {
  free: ['Ad-supported', 'Standard speed'],
  basic: [
    `Batch conversion up to ${plans.basic.batchFiles} files`,
    'Basic editing tools',
    'No ads',
    'Faster processing',
    'Email support with 24-48 hour response',
  ],
  pro: [
    'Unlimited batch conversion',
    'All tools',
    'API access',
    'All premium formats',
    'Priority processing',
    'High-priority email with 12 hour response',
    'Chat support',
  ],
}

interface AskedPrice {
  /** In dollars, as in URLs and API requests. */
  readonly amount: number
  readonly planNumber?: number | undefined
}

/** The plan and interval with this price; undefined if there is none, or more than one plan has it. */
export function findPricedPlan(
  prices: PlanPrices,
  { amount, planNumber }: AskedPrice,
): { plan: Exclude<OfferedPlanId, 'free'>; interval: BillingInterval; price: number } | undefined {
  const cents = Math.round(amount * 100)
  // Fractions of a cent match no price.
  if (Math.abs(amount * 100 - cents) > 1e-6) return undefined
  const paid = (['basic', 'pro'] as const).filter(
    plan => planNumber === undefined || offerNumbers[plan] === planNumber,
  )
  const priced = paid.flatMap(plan =>
    billingIntervals.map(interval => ({ plan, interval, price: priceOf(prices[plan], interval) })),
  )
  const [found, ...others] = priced.filter(({ price }) => price === cents)
  return others.length === 0 ? found : undefined
}

/** Cents as dollars with two decimals. */
export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
