import { expect, test } from 'vitest'
import { estimateFromSource, formatResolution, heightFor } from './gif-metrics.ts'

const defaults = { fps: 10, width: 480, quality: 'medium' } as const

test('GIF-14 estimateFromSource: scales with file size, frame rate, area and quality factor', () => {
  expect(estimateFromSource(1000, defaults)).toBe(1000)
  expect(estimateFromSource(2000, defaults)).toBe(2000)
  expect(estimateFromSource(1000, { ...defaults, fps: 20 })).toBe(2000)
  expect(estimateFromSource(1000, { ...defaults, width: 240 })).toBe(250)
  expect(estimateFromSource(1000, { ...defaults, quality: 'low' })).toBe(600)
  expect(estimateFromSource(1000, { ...defaults, quality: 'high' })).toBe(1500)
})

test('GIF-15 heightFor: uses 16:9 until the source size is known', () => {
  expect(formatResolution({ width: 480, height: heightFor(480) })).toBe('480 x 270')
  expect(heightFor(480, { width: 1080, height: 1920 })).toBe(853)
  expect(heightFor(160, { width: 4000, height: 1 })).toBe(1)
})
