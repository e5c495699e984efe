import { expect, test } from 'vitest'
import { mostWhole, sampledStretches } from './sampled-stretches.ts'

test.each([mostWhole + 1, 50, 100, 900])(
  'of %d frames the first and the last are made, and none twice',
  frames => {
    const made = sampledStretches(frames).flat()
    expect([made[0], made.at(-1)]).toEqual([0, frames - 1])
    expect(new Set(made).size).toBe(mostWhole)
  },
)

test('what is made are neighbours, spread evenly', () => {
  expect(sampledStretches(103)).toEqual([
    [0, 1, 2],
    [20, 21, 22],
    [40, 41, 42],
    [60, 61, 62],
    [80, 81, 82],
    [100, 101, 102],
  ])
})
