import { expect, test } from 'vitest'
import { percentOf } from '../run/progress.ts'
import { shareProgress } from './share-progress.ts'

test('shareProgress: is monotonic over any number of passes and leaves headroom for the final encoding', () => {
  const percents: number[] = []
  const progress = shareProgress(({ percent }) => percents.push(percent))
  for (let pass = 0; pass < 9; pass += 1) {
    const report = progress.next(0.3)
    for (const done of [0, 0.5, 1]) report(done)
  }
  for (const seconds of [0, 1, 2]) percents.push(percentOf({ seconds, frames: 0 }, 2, progress.percent))
  expect(percents).toEqual(percents.toSorted((one, other) => one - other))
  expect(percents[0]).toBe(0)
  expect(percents.at(-1)).toBe(95)
})
