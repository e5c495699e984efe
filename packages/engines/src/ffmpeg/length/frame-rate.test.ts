import { expect, test } from 'vitest'
import { exactRate, isRateAbsurd, trueRate } from './frame-rate.ts'

test('television rates keep their fraction', () => {
  expect(exactRate(29.97)).toBe('30000/1001')
  expect(exactRate(23.976)).toBe('24000/1001')
  expect(exactRate(30)).toBe('30')
  expect(exactRate(13.325)).toBe('13325/1000')
  expect(exactRate(100_000)).toBe('250000/1000')
})

test('the declared rate holds unless counting says it cannot be', () => {
  expect(trueRate(25, { frames: 250, seconds: 10.1 })).toBe(25)
  expect(trueRate(25, null)).toBe(25)
  expect(trueRate(1000, { frames: 30, seconds: 0.9 })).toBe(30)
  expect(trueRate(60, { frames: 3000, seconds: 100.1 })).toBeCloseTo(29.97, 2)
  expect(trueRate(null, { frames: 130, seconds: 10 })).toBe(13)
  expect(trueRate(null, null)).toBeNull()
})

test('no camera takes a thousand pictures a second, but slow motion is real', () => {
  expect(isRateAbsurd(1000)).toBe(true)
  expect(isRateAbsurd(240)).toBe(false)
  expect(isRateAbsurd(null)).toBe(false)
})
