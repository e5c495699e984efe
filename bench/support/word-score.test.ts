import { expect, test } from 'vitest'
import { scoreWords, wordsOf } from './word-score.ts'

test('wordsOf: lower-cased runs of letters and digits', () => {
  expect(wordsOf('“Total: $1,250.00” (É)')).toEqual(['total', '1', '250', '00', 'é'])
})

test('scoreWords: counts words regardless of order, and the edits that restore the order', () => {
  const truth = ['one', 'two', 'two', 'three']
  expect(scoreWords(truth, truth)).toEqual({ f1: 1, order: 1 })
  expect(scoreWords(truth, ['three', 'one', 'two', 'two'])).toEqual({ f1: 1, order: 0.5 })
  expect(scoreWords(truth, ['two', 'four'])).toEqual({ f1: 1 / 3, order: 0.25 })
  expect(scoreWords(truth, [])).toEqual({ f1: 0, order: 0 })
})
