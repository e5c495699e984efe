import { expect, test } from 'vitest'
import { percentOf } from '../run/progress.ts'
import { shareProgress } from './share-progress.ts'

test('however many looks there are, the bar never moves back and leaves room for writing', () => {
  const percents: number[] = []
  const progress = shareProgress(({ percent }) => percents.push(percent))
  for (let look = 0; look < 9; look += 1) {
    const tell = progress.next(0.3)
    for (const done of [0, 0.5, 1]) tell(done)
  }
  for (const seconds of [0, 1, 2]) percents.push(percentOf({ seconds, frames: 0 }, 2, progress.percent))
  expect(percents).toEqual(percents.toSorted((one, other) => one - other))
  expect(percents[0]).toBe(0)
  expect(percents.at(-1)).toBe(95)
})
