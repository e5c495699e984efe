import { expect, test } from 'vitest'
import { paidInvoice } from '../../database/paid-invoice.fixture.ts'
import { describeInvoice } from './pdfkit-invoice-writer.ts'

test('FMT-04 describeInvoice: states number, dates, plan and amount paid', () => {
  expect(describeInvoice(paidInvoice)).toEqual({
    title: 'Invoice FS-2026-000042',
    facts: [
      ['Invoice number', 'FS-2026-000042'],
      ['Date of issue', 'November 15, 2026'],
      ['Date of payment', 'November 15, 2026'],
    ],
    lines: [
      {
        label: 'Basic plan, monthly',
        detail: 'November 15, 2026 to December 15, 2026',
        amount: '$4.99',
      },
    ],
    totals: [{ label: 'Total paid', amount: '$4.99' }],
    notes: ['All amounts are in US dollars (USD).', 'Paid on November 15, 2026. Nothing is due.'],
  })
})

test('describeInvoice: deducts credit for the unused time of the previous plan', () => {
  const change = { ...paidInvoice, plan: 'pro', interval: 'year', price: 9590, amount: 9310 } as const
  const { lines, totals } = describeInvoice(change)
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Pro plan, yearly', '$95.90'],
    ['Credit for unused time', '−$2.80'],
  ])
  expect(totals).toEqual([{ label: 'Total paid', amount: '$93.10' }])
})

test('describeInvoice: an invoice covered by credit shows zero paid', () => {
  const { notes, totals } = describeInvoice({ ...paidInvoice, amount: 0 })
  expect(totals).toEqual([{ label: 'Total paid', amount: '$0.00' }])
  expect(notes).toContain('Covered by credit. Nothing is due.')
})

test.each([
  [499, '−$4.99', '$0.00'],
  [200, '−$2.00', '$2.99'],
])('describeInvoice: a refund of %i cents shows the remaining amount', (refunded, returned, remaining) => {
  expect(describeInvoice({ ...paidInvoice, refunded }).totals).toEqual([
    { label: 'Total paid', amount: '$4.99' },
    { label: 'Refunded', amount: returned },
    { label: 'Paid after refund', amount: remaining },
  ])
})
