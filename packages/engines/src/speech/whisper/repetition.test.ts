import { expect, test } from 'vitest'
import { compressionRatio, isLooping, withoutLoop } from './repetition.ts'

test('isLooping: detects repeated token sequences, but not a single repetition', () => {
  expect(isLooping([9, 8, ...Array.from({ length: 24 }, (_, i) => i % 4)])).toBe(true)
  expect(isLooping([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])).toBe(false)
  expect(isLooping([7, 7, 7])).toBe(false)
  expect(isLooping(Array.from({ length: 12 }, () => 7))).toBe(false)
  expect(isLooping(Array.from({ length: 24 }, () => 7))).toBe(true)
})

test('withoutLoop: keeps the first round of a loop', () => {
  const rounds = Array.from({ length: 24 }, (_, i) => 1 + (i % 3))
  expect(withoutLoop([9, 8, ...rounds])).toEqual([9, 8, 1, 2, 3])
  expect(withoutLoop([1, 2, 3])).toEqual([1, 2, 3])
})

test('compressionRatio: is much higher for repetitive text', () => {
  expect(compressionRatio('and then we went home '.repeat(10))).toBeGreaterThan(2.4)
  expect(
    compressionRatio('The room behind this portal was once used as a mortuary by the hospital.'),
  ).toBeLessThan(1.6)
})
