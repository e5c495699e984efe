import { expect, test } from 'vitest'
import { chrf } from './chrf.ts'

test('chrf: 100 for identical texts, 0 for disjoint ones', () => {
  expect(chrf(['La casa es roja.'], ['La casa es roja.'])).toBe(100)
  expect(chrf(['abc'], ['xyz'])).toBe(0)
})

test('chrf: ignores spaces and weights recall above precision', () => {
  expect(chrf(['a b c d e f g'], ['abcdefg'])).toBe(100)
  const tooMuch = chrf(['abcdefgh'], ['abcd'])
  const tooLittle = chrf(['abcd'], ['abcdefgh'])
  expect(tooMuch).toBeGreaterThan(tooLittle)
})

test('chrf: one of two letters scores as the formula says', () => {
  // Only unigrams and bigrams exist: precision and recall are 0.5 for unigrams and 0 for bigrams.
  expect(chrf(['ab'], ['ac'])).toBeCloseTo(25)
})
