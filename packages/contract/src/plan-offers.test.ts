import { expect, test } from 'vitest'
import { defaultPrices, describeOffers, findPricedPlan, formatPrice, yearlyPrice } from './plan-offers.ts'
import { plans } from './plans.ts'

const perDay = {
  free: plans.free.conversionsPerDay,
  basic: plans.basic.conversionsPerDay,
  pro: plans.pro.conversionsPerDay,
}

test('describeOffers: API-21 plans are 1 Free at 0, 2 Basic at 499 and 3 Pro at 999 cents a month', () => {
  const offers = describeOffers({ prices: defaultPrices, perDay })
  expect(offers.map(({ id, name, price, interval }) => [id, name, price, interval])).toEqual([
    [1, 'Free', 0, 'month'],
    [2, 'Basic', 499, 'month'],
    [3, 'Pro', 999, 'month'],
  ])
  expect(offers.map(offer => offer.isPopular)).toEqual([false, true, false])
  expect(offers.map(offer => offer.isPro)).toEqual([false, false, true])
})

test('describeOffers: PLAN-17 PLAN-18 PLAN-21 plan cards show the limits of the plans', () => {
  const [free, basic, pro] = describeOffers({ prices: defaultPrices, perDay })
  expect(free?.features).toEqual([
    '10 conversions per day',
    'Files up to 50MB',
    '1 concurrent conversion',
    '24 hours storage',
    'Ad-supported',
    'Standard speed',
  ])
  expect(basic?.features.slice(0, 5)).toEqual([
    '50 conversions per day',
    'Files up to 250MB',
    '3 concurrent conversions',
    '7 days storage',
    'Batch conversion up to 5 files',
  ])
  expect(pro?.features.slice(0, 5)).toEqual([
    'Unlimited conversions',
    'Files up to 2GB',
    '10 concurrent conversions',
    '30 days storage',
    'Unlimited batch conversion',
  ])
})

test('describeOffers: shows the limits configured by the operator', () => {
  const [free] = describeOffers({ prices: defaultPrices, perDay: { ...perDay, free: 25 } })
  expect(free?.features[0]).toBe('25 conversions per day')
})

test('yearlyPrice: PLAN-10 12 months minus 20%, rounded down to the cent', () => {
  expect(yearlyPrice(499)).toBe(4790)
  expect(yearlyPrice(999)).toBe(9590)
})

test('formatPrice: FMT-04 shows cents as dollars with two decimals', () => {
  expect([0, 5, 499, 9590].map(formatPrice)).toEqual(['$0.00', '$0.05', '$4.99', '$95.90'])
})

test.each([
  [{ amount: 4.99, planNumber: 2 }, 'basic', 'month'],
  [{ amount: 47.9, planNumber: 2 }, 'basic', 'year'],
  [{ amount: 9.99, planNumber: 3 }, 'pro', 'month'],
  [{ amount: 95.9 }, 'pro', 'year'],
])('findPricedPlan: PAY-16 finds %o', (asked, plan, interval) => {
  expect(findPricedPlan(defaultPrices, asked)).toMatchObject({ plan, interval })
})

test.each([
  { amount: 0, planNumber: 1 },
  { amount: 4.99, planNumber: 3 },
  { amount: 4.98, planNumber: 2 },
  { amount: 4.994, planNumber: 2 },
  { amount: 499, planNumber: 2 },
  { amount: 4.99, planNumber: 7 },
  { amount: Number.NaN },
])('findPricedPlan: PAY-16 rejects %o', asked => {
  expect(findPricedPlan(defaultPrices, asked)).toBeUndefined()
})

test('findPricedPlan: an amount shared by two plans is ambiguous', () => {
  const prices = { free: 0, basic: 500, pro: 500 }
  expect(findPricedPlan(prices, { amount: 5 })).toBeUndefined()
  expect(findPricedPlan(prices, { amount: 5, planNumber: 3 })).toMatchObject({ plan: 'pro' })
})
