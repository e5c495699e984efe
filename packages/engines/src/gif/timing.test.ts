import { expect, test } from 'vitest'
import { delaysInUnits, imageDelaysMs, thinOut, videoDelaysMs } from './timing.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test.each([
  [30, 2],
  [7, 3.3],
  [24, 0.1],
  [1, 2.5],
])('delaysInUnits: %i fps for %f s sums up to a hundredth, with no delay below 20 ms', (fps, seconds) => {
  const frames = Math.max(1, Math.ceil((seconds - 0.02) * fps - 1e-6))
  const delays = delaysInUnits(videoDelaysMs(frames, fps, seconds), 100)
  expect(delays).toHaveLength(frames)
  expect(sum(delays)).toBe(Math.round(seconds * 100))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2)
})

test('delaysInUnits: spreads 3 and 4 hundredths evenly at 30 fps', () => {
  expect(delaysInUnits(videoDelaysMs(6, 30, 0.2), 100)).toEqual([3, 4, 3, 3, 4, 3])
})

test('videoDelaysMs: a video that ends early is as long as its frames', () => {
  expect(sum(videoDelaysMs(7, 10, 5))).toBeCloseTo(700)
})

test('imageDelaysMs: uses the given delays, else the frame rate', () => {
  expect(imageDelaysMs(4, 5, '20,3000')).toEqual([20, 3000, 200, 200])
  expect(delaysInUnits([25, 25, 25, 25], 100)).toEqual([3, 2, 3, 2])
})

test('thinOut: adds the time of dropped frames to the frame before', () => {
  expect(thinOut([100, 100, 100, 50, 25], 2)).toEqual({ kept: [0, 2, 4], delaysMs: [200, 150, 25] })
})
