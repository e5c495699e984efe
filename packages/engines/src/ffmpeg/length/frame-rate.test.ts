import { expect, test } from 'vitest'
import { isImplausibleFrameRate, resolveFrameRate, toFfmpegRate } from './frame-rate.ts'

test('toFfmpegRate: writes NTSC rates as exact fractions', () => {
  expect(toFfmpegRate(29.97)).toBe('30000/1001')
  expect(toFfmpegRate(23.976)).toBe('24000/1001')
  expect(toFfmpegRate(30)).toBe('30')
  expect(toFfmpegRate(13.325)).toBe('13325/1000')
  expect(toFfmpegRate(100_000)).toBe('250000/1000')
})

test('resolveFrameRate: uses the declared rate unless the counted frames contradict it', () => {
  expect(resolveFrameRate(25, { frames: 250, seconds: 10.1 })).toBe(25)
  expect(resolveFrameRate(25, null)).toBe(25)
  expect(resolveFrameRate(1000, { frames: 30, seconds: 0.9 })).toBe(30)
  expect(resolveFrameRate(60, { frames: 3000, seconds: 100.1 })).toBeCloseTo(29.97, 2)
  expect(resolveFrameRate(null, { frames: 130, seconds: 10 })).toBe(13)
  expect(resolveFrameRate(null, null)).toBeNull()
})

test('isImplausibleFrameRate: rejects 1000 fps and accepts slow motion', () => {
  expect(isImplausibleFrameRate(1000)).toBe(true)
  expect(isImplausibleFrameRate(240)).toBe(false)
  expect(isImplausibleFrameRate(null)).toBe(false)
})
