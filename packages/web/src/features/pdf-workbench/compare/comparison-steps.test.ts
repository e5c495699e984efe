import type { PdfComparison } from '@filesmith/contract/pdf/comparison'
import { expect, test } from 'vitest'
import { comparisonSteps, marksOn } from './comparison-steps.ts'

const side = (page: number) => ({ page, width: 400, height: 500 })
const spot = (page: number, x: number) => ({ page, x, y: 10, width: 20, height: 12 })
const unchanged = { state: 'same' as const, isMoved: false, changedPercent: 0, areas: [] }

const comparison: PdfComparison = {
  isSame: false,
  summary: {
    oldPages: 3,
    newPages: 3,
    changedPages: 1,
    addedPages: 1,
    removedPages: 1,
    movedPages: 1,
    addedWords: 1,
    removedWords: 2,
  },
  pages: [
    { ...unchanged, state: 'removed', old: side(1), new: null },
    { ...unchanged, state: 'changed', old: side(2), new: side(1), changedPercent: 2.5, areas: [spot(0, 5)] },
    { ...unchanged, state: 'added', old: null, new: side(2) },
    { ...unchanged, isMoved: true, old: side(3), new: side(3) },
  ],
  texts: [
    { kind: 'removed', old: { text: 'gone', spots: [spot(2, 70)] }, new: null },
    {
      kind: 'changed',
      old: { text: 'before', spots: [spot(2, 30)] },
      // Continues on the next page.
      new: { text: 'after', spots: [spot(1, 30), spot(2, 30)] },
    },
  ],
}

test('comparisonSteps: words and whole pages in the order of the pages', () => {
  const steps = comparisonSteps(comparison, 'text')
  expect(steps.map(({ pair, kind, text }) => [pair, kind, text])).toEqual([
    [0, 'removed', 'Page 1 was removed'],
    [1, 'removed', 'gone'],
    [1, 'changed', 'before → after'],
    [2, 'added', 'Page 2 was added'],
    [3, 'moved', 'Page 3 is page 3 now'],
  ])
  expect(steps[2]?.new).toEqual([spot(1, 30)])
  expect(marksOn(steps, 1, 'old')).toEqual([spot(2, 70), spot(2, 30)])
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
})

test('comparisonSteps: looks once for each page', () => {
  const steps = comparisonSteps(comparison, 'appearance')
  expect(steps.map(({ pair, text }) => [pair, text])).toEqual([
    [0, 'Page 1 was removed'],
    [1, '2.5% of the page looks different'],
    [2, 'Page 2 was added'],
    [3, 'Page 3 is page 3 now'],
  ])
  expect(marksOn(steps, 1, 'new')).toEqual([spot(0, 5)])
})
