import { sampleMoments } from '@filesmith/contract/gif-estimate'
import { expect, test } from 'vitest'
import { affordableMoments } from './affordable-moments.ts'

const moments = sampleMoments(0, 10, 10)
const framesOf = (sampled: typeof moments) =>
  new Set(sampled.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds])).size

test('small frames are all taken', () => {
  expect(affordableMoments(moments, { width: 480, height: 270 })).toEqual(moments)
})

test('of large ones fewer rows are taken, each whole and spread over the film', () => {
  const size = { width: 1280, height: 720 }
  const taken = affordableMoments(moments, size)
  expect(framesOf(taken) * size.width * size.height).toBeLessThanOrEqual(16_000_000)
  expect(taken.length % 3).toBe(0)
  expect(taken.length).toBeGreaterThan(3)
  expect(taken.at(-1)?.firstSeconds).toBeGreaterThan(5)
})

test('of a single row a part is enough, and one pair there always is', () => {
  const few = sampleMoments(0, 1, 10)
  expect(affordableMoments(few, { width: 4000, height: 1000 })).toEqual(few.slice(0, 3))
  expect(affordableMoments(few, { width: 9000, height: 9000 })).toHaveLength(1)
})
