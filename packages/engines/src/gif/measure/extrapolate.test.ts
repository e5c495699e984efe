import { expect, test } from 'vitest'
import { extrapolate } from './extrapolate.ts'

const frame = (bytes: number, weight: number) => ({ bytes, weight })

test('the first frame counts whole, every other by what it weighs', () => {
  const stretches = [
    [frame(10_000, 500), frame(1_024, 10), frame(2_024, 20)],
    [frame(9_000, 400), frame(3_024, 30)],
  ]
  const weights = [500, 10, 20, 20, 20, 30]
  expect(extrapolate({ headBytes: 800, stretches, weights })).toBe(800 + 10_000 + 5 * 24 + 100 * 100)
})

test('the first of a stretch is no change and does not count as one', () => {
  const calm = [frame(10_000, 500), frame(124, 1)]
  const weights = [500, 1, 1]
  const once = extrapolate({ headBytes: 0, stretches: [calm], weights })
  expect(extrapolate({ headBytes: 0, stretches: [calm, [frame(50_000, 900), frame(124, 1)]], weights })).toBe(
    once,
  )
})

test('frames that show nothing new take nothing', () => {
  const stretches = [[frame(5_024, 50), frame(0, 0)]]
  expect(extrapolate({ headBytes: 100, stretches, weights: [50, 0, 0, 0] })).toBe(5_124)
})

test('what moves only where nothing was made is weighed like the first frame', () => {
  const stretches = [[frame(5_024, 50), frame(0, 0)]]
  expect(extrapolate({ headBytes: 0, stretches, weights: [50, 0, 10] })).toBe(5_024 + 24 + 1_000)
})
