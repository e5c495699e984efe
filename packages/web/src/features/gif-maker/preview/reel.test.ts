import { expect, test } from 'vitest'
import { frameAt, reelSize } from './reel.ts'

test('every frame is seen as long as it stays, and then it begins again', () => {
  const delaysMs = [100, 300, 50]
  expect([0, 99, 100, 399, 400, 449, 450, 900].map(ms => frameAt(delaysMs, ms))).toEqual([
    0, 0, 1, 1, 2, 2, 0, 0,
  ])
})

test('many large frames are kept smaller, in their proportions', () => {
  expect(reelSize({ width: 480, height: 270 }, 50)).toEqual({ width: 480, height: 270 })
  const { width, height } = reelSize({ width: 1280, height: 720 }, 900)
  expect(width * height * 4 * 900).toBeLessThanOrEqual(97 * 1024 * 1024)
  expect(width / height).toBeCloseTo(16 / 9, 1)
})
