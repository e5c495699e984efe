import { expect, test } from 'vitest'
import { maxFullFrames, sampledRanges } from './measure-size.ts'

test.each([maxFullFrames + 1, 50, 100, 900])(
  'sampledRanges: of %d frames includes the first and the last, none twice',
  frames => {
    const sampled = sampledRanges(frames).flat()
    expect([sampled[0], sampled.at(-1)]).toEqual([0, frames - 1])
    expect(new Set(sampled).size).toBe(maxFullFrames)
  },
)

test('sampledRanges: spreads runs of consecutive frames evenly', () => {
  expect(sampledRanges(103)).toEqual([
    [0, 1, 2],
    [20, 21, 22],
    [40, 41, 42],
    [60, 61, 62],
    [80, 81, 82],
    [100, 101, 102],
  ])
})
