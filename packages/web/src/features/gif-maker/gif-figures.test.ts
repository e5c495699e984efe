import { expect, test } from 'vitest'
import { describeSize, guessBytes, heightFor } from './gif-figures.ts'

const usual = { fps: 10, width: 480, quality: 'medium' } as const

test('GIF-14 the guess follows file size, rate, area and the factors of the qualities', () => {
  expect(guessBytes(1000, usual)).toBe(1000)
  expect(guessBytes(2000, usual)).toBe(2000)
  expect(guessBytes(1000, { ...usual, fps: 20 })).toBe(2000)
  expect(guessBytes(1000, { ...usual, width: 240 })).toBe(250)
  expect(guessBytes(1000, { ...usual, quality: 'low' })).toBe(600)
  expect(guessBytes(1000, { ...usual, quality: 'high' })).toBe(1500)
})

test('GIF-15 16:9 as long as nobody knows better', () => {
  expect(describeSize({ width: 480, height: heightFor(480) })).toBe('480 x 270')
  expect(heightFor(480, { width: 1080, height: 1920 })).toBe(853)
  expect(heightFor(160, { width: 4000, height: 1 })).toBe(1)
})
