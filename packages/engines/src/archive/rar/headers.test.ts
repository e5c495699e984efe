import { expect, test } from 'vitest'
import { vint, vintOf } from './headers.ts'

test.each([
  [0, [0]],
  [127, [127]],
  [128, [128, 1]],
  [300, [172, 2]],
  [2 ** 32, [128, 128, 128, 128, 16]],
])('vint: encodes %i', (value, bytes) => {
  expect([...vint(value)]).toEqual(bytes)
})

test('vint: encodes sizes beyond 4 GB exactly', () => {
  const value = 2 ** 43 + 12_345
  const read = vint(value).reduce((sum, byte, index) => sum + (byte & 127) * 128 ** index, 0)
  expect(read).toBe(value)
})

test('vintOf: pads to a fixed length', () => {
  expect([...vintOf(5, 4)]).toEqual([133, 128, 128, 0])
  expect([...vintOf(300, 3)]).toEqual([172, 130, 0])
})
