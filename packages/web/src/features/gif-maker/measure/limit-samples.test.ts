import { sampleMoments } from '@filesmith/contract/gif-estimate'
import { expect, test } from 'vitest'
import { limitSamples } from './use-size-estimate.ts'

const moments = sampleMoments(0, 10, 10)
const framesOf = (sampled: typeof moments) =>
  new Set(sampled.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds])).size

test('limitSamples: keeps all samples of small frames', () => {
  expect(limitSamples(moments, { width: 480, height: 270 })).toEqual(moments)
})

test('limitSamples: keeps fewer whole runs of large frames, spread over the video', () => {
  const size = { width: 1280, height: 720 }
  const limited = limitSamples(moments, size)
  expect(framesOf(limited) * size.width * size.height).toBeLessThanOrEqual(16_000_000)
  expect(limited.length % 3).toBe(0)
  expect(limited.length).toBeGreaterThan(3)
  expect(limited.at(-1)?.firstSeconds).toBeGreaterThan(5)
})

test('limitSamples: truncates a single run, but keeps at least one pair', () => {
  const few = sampleMoments(0, 1, 10)
  expect(limitSamples(few, { width: 4000, height: 1000 })).toEqual(few.slice(0, 3))
  expect(limitSamples(few, { width: 9000, height: 9000 })).toHaveLength(1)
})
