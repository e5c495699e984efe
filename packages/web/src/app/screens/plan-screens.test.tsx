import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { offers } from '../../lib/plan-offers/plan-offers.test-support.tsx'
import { address, answers, json, standInForServer, visit } from '../site.test-support.tsx'

standInForServer()
beforeAll(() =>
  Promise.all([import('../../features/plans/plans.tsx'), import('../../features/pricing/pricing.tsx')]),
)

test.each(['/plans', '/premium'])(
  'FRAME-04 PLAN-01 Router: %s redirects to the plans page in the layout with its own title',
  async path => {
    answers.set('GET /api/subscription-plans', json(offers))
    visit(path)
    expect(await screen.findByText('Choose Your Plan', { selector: 'main h1' })).toBeTruthy()
    expect(address()).toBe('/premium/plans')
    expect(await screen.findByText('Choose Pro', { selector: 'button' })).toBeTruthy()
    expect(document.title).toBe('Plans: Free, Basic and Pro | Filesmith')
  },
)

test('PRICE-01 Router: /pricing shows the price list in the layout with its own title', async () => {
  answers.set('GET /api/subscription-plans', json(offers))
  visit('/pricing')
  expect(await screen.findByText('Choose Your Perfect Plan', { selector: 'main h1' })).toBeTruthy()
  expect(await screen.findByText('Choose Pro', { selector: 'button' })).toBeTruthy()
  expect(document.title).toBe('Pricing | Filesmith')
})
