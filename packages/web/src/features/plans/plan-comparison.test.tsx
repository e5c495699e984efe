import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  findCard,
  offers,
  show,
  standInForServer,
} from '../../lib/plan-offers/plan-offers.test-support.tsx'
import { Plans } from './plans.tsx'

standInForServer()

async function visit() {
  show(<Plans />, '/premium/plans')
  await findCard('Free')
}

/** Opens a tab and reads its table: row headers with their cells. */
function readTable(tab: string): Record<string, string[]> {
  fireEvent.mouseDown(screen.getByText(tab, { selector: '[role=tab]' }), { button: 0 })
  const table = screen.getByText(`${tab} of each plan`, { selector: 'caption' }).parentElement
  const panel = table?.closest('[role=tabpanel]')
  if (!table || panel?.getAttribute('data-state') !== 'active') throw new Error(`${tab} shows no table`)
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(name => name.textContent),
  ).toEqual(['Free', 'Basic', 'Pro'])
  const rows = within(table).getAllByRole('row').slice(1)
  return Object.fromEntries(
    rows.map(row => [
      within(row).getByRole('rowheader').textContent,
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent || (within(cell).getByRole('img').getAttribute('aria-label') ?? '')),
    ]),
  )
}

test('PLAN-16 PlanComparison: has the tabs Features, Limits and Support', async () => {
  await visit()
  const area = screen.getByRole('region', { name: 'Compare Plans' })
  expect(
    within(area)
      .getAllByRole('tab')
      .map(tab => tab.textContent),
  ).toEqual(['Features', 'Limits', 'Support'])
})

test('PLAN-17 PLAN-18 PLAN-19 PLAN-20 PLAN-21 PLAN-22 PLAN-23 PlanComparison: shows the values of every plan', async () => {
  await visit()
  expect(readTable('Features')).toEqual({
    Advertising: ['Ad-supported', 'No ads', 'No ads'],
    'Wait before converting': ['5 to 7 seconds', 'None', 'None'],
    Speed: ['Standard speed', 'Faster', 'Priority processing'],
    Tools: ['Standard tools', 'Basic editing tools', 'All tools'],
    'Premium formats': ['Not included', 'RAR archives', 'All premium formats'],
    'Advanced conversion options': ['Not included', 'Included', 'Included'],
    'Layers, masks and AI enhancement': ['Not included', 'Not included', 'Coming to Pro'],
    'API access': ['Not included', 'Not included', 'Included'],
  })
  expect(readTable('Limits')).toEqual({
    Conversions: ['10 per day', '50 per day', 'Unlimited'],
    'Conversions per month': ['300', '1500', 'Unlimited'],
    'File size': ['50MB', '250MB', '2GB'],
    'Running at once': ['1 concurrent', '3 concurrent', '10 concurrent'],
    Storage: ['24 hours', '7 days', '30 days'],
    'Batch conversion': ['Up to 5 files of 10MB', 'Up to 5 files of 250MB', 'Unlimited files of 2GB'],
    Compression: ['Files up to 1GB', 'Unlimited', 'Unlimited'],
  })
  expect(readTable('Support')).toEqual({
    'Help Center': ['Included', 'Included', 'Included'],
    'Contact form': ['Included', 'Included', 'Included'],
    'Email support': ['Not included', '24-48 hour response', 'High-priority, 12 hour response'],
    'Chat support': ['Not included', 'Not included', 'Included'],
  })
})

test('PLAN-06 PlanComparison: shows the allowances sent by the server', async () => {
  const [free, basic, pro] = offers
  answers.set('/api/subscription-plans', () =>
    Response.json([{ ...free, conversionsPerDay: 25 }, { ...basic, conversionsPerDay: null }, pro]),
  )
  await visit()
  expect(readTable('Limits')).toMatchObject({
    Conversions: ['25 per day', 'Unlimited', 'Unlimited'],
    'Conversions per month': ['750', 'Unlimited', 'Unlimited'],
  })
})

const questions: readonly (readonly [string, RegExp])[] = [
  ['Can I change my plan later?', /Unused time on the old one is credited/],
  ['Can I get my money back?', /money-back guarantee for 14 days/],
  ['Which payment methods do you accept?', /Visa, Mastercard and American Express/],
  ['Is my payment secure?', /never store your card number/],
  ['How do I cancel?', /keep your plan until the end of the paid period/],
]

test('PLAN-24 PLAN-25 PlanQuestions: opens one question at a time and closes it again', async () => {
  await visit()
  const buttons = questions.map(([question]) => screen.getByRole('button', { name: question }))
  const areOpen = () => buttons.map(button => button.getAttribute('aria-expanded') === 'true')
  expect(areOpen()).toEqual([false, false, false, false, false])
  for (const [index, [, answer]] of questions.entries()) {
    fireEvent.click(buttons[index] as HTMLElement)
    expect(areOpen()).toEqual(buttons.map((_, at) => at === index))
    const shown = document.getElementById(buttons[index]?.getAttribute('aria-controls') ?? '')
    expect(shown?.textContent).toMatch(answer)
  }
  fireEvent.click(buttons.at(-1) as HTMLElement)
  expect(areOpen()).toEqual([false, false, false, false, false])
})
