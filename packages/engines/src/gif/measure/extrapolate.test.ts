import { expect, test } from 'vitest'
import { extrapolate } from './measure-size.ts'

const frame = (bytes: number, weight: number) => ({ bytes, weight })

test('extrapolate: counts the first frame fully and all others by weight', () => {
  const ranges = [
    [frame(10_000, 500), frame(1_024, 10), frame(2_024, 20)],
    [frame(9_000, 400), frame(3_024, 30)],
  ]
  const weights = [500, 10, 20, 20, 20, 30]
  expect(extrapolate({ headBytes: 800, ranges, weights })).toBe(800 + 10_000 + 5 * 24 + 100 * 100)
})

test('extrapolate: ignores the first frame of later ranges, which has no neighbor before it', () => {
  const calm = [frame(10_000, 500), frame(124, 1)]
  const weights = [500, 1, 1]
  const once = extrapolate({ headBytes: 0, ranges: [calm], weights })
  expect(extrapolate({ headBytes: 0, ranges: [calm, [frame(50_000, 900), frame(124, 1)]], weights })).toBe(
    once,
  )
})

test('extrapolate: unchanged frames cost nothing', () => {
  const ranges = [[frame(5_024, 50), frame(0, 0)]]
  expect(extrapolate({ headBytes: 100, ranges, weights: [50, 0, 0, 0] })).toBe(5_124)
})

test('extrapolate: falls back to the cost of the first frame when no sampled frame changes', () => {
  const ranges = [[frame(5_024, 50), frame(0, 0)]]
  expect(extrapolate({ headBytes: 0, ranges, weights: [50, 0, 10] })).toBe(5_024 + 24 + 1_000)
})
