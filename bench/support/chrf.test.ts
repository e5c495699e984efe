import { expect, test } from 'vitest'
import { chrf } from './chrf.ts'

test('the same is a hundred, nothing in common is nothing', () => {
  expect(chrf(['La casa es roja.'], ['La casa es roja.'])).toBe(100)
  expect(chrf(['abc'], ['xyz'])).toBe(0)
})

test('spaces do not count, and finding everything counts more than adding nothing', () => {
  expect(chrf(['a b c d e f g'], ['abcdefg'])).toBe(100)
  const tooMuch = chrf(['abcdefgh'], ['abcd'])
  const tooLittle = chrf(['abcd'], ['abcdefgh'])
  expect(tooMuch).toBeGreaterThan(tooLittle)
})

test('one letter of two is what the formula says', () => {
  // Only single letters and pairs exist: half of the first found and written, none of the second.
  expect(chrf(['ab'], ['ac'])).toBeCloseTo(25)
})
