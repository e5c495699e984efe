import { expect, it } from 'vitest'
import { editSimilarity, formulaEnd, formulaMark } from './edit-similarity.ts'

it('editSimilarity: is one minus the distance by the longer length', () => {
  expect(editSimilarity('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7)
  expect(editSimilarity('same text', 'same text')).toBe(1)
  expect(editSimilarity('', 'abc')).toBe(0)
  expect(editSimilarity('abc', '')).toBe(0)
  expect(editSimilarity('', '')).toBe(1)
})

it('editSimilarity: counts a passage that moved as lost and added', () => {
  expect(editSimilarity('abcdef--', '--abcdef')).toBeCloseTo(1 - 4 / 8)
})

it('editSimilarity: lets a formula match any text that is not longer', () => {
  const truth = `rates of ${formulaMark}9${formulaEnd} or less`
  expect(editSimilarity(truth, 'rates of 10−5 or less')).toBe(1)
  expect(editSimilarity(truth, 'rates of  or less')).toBe(1)
  expect(editSimilarity(truth, `rates of ${'x'.repeat(12)} or less`)).toBeCloseTo(1 - 3 / 20)
})
