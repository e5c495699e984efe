import { expect, test } from 'vitest'
import { delaysInUnits, imageDelaysMs, thinOut, videoDelaysMs } from './timing.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test.each([
  [30, 2],
  [7, 3.3],
  [24, 0.1],
  [1, 2.5],
])('%i frames a second for %f seconds: right to a hundredth, and nothing too short', (fps, seconds) => {
  const frames = Math.max(1, Math.ceil((seconds - 0.02) * fps - 1e-6))
  const delays = delaysInUnits(videoDelaysMs(frames, fps, seconds), 100)
  expect(delays).toHaveLength(frames)
  expect(sum(delays)).toBe(Math.round(seconds * 100))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2)
})

test('thirty frames a second are threes and fours, spread evenly', () => {
  expect(delaysInUnits(videoDelaysMs(6, 30, 0.2), 100)).toEqual([3, 4, 3, 3, 4, 3])
})

test('a film that ends before the piece does is as long as its frames', () => {
  expect(sum(videoDelaysMs(7, 10, 5))).toBeCloseTo(700)
})

test('pictures last as they are told, the others as the rate says', () => {
  expect(imageDelaysMs(4, 5, '20,3000')).toEqual([20, 3000, 200, 200])
  expect(delaysInUnits([25, 25, 25, 25], 100)).toEqual([3, 2, 3, 2])
})

test('frames that are left out give their time to the one before', () => {
  expect(thinOut([100, 100, 100, 50, 25], 2)).toEqual({ kept: [0, 2, 4], delaysMs: [200, 150, 25] })
})
