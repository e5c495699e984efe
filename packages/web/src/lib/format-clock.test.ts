import { expect, test } from 'vitest'
import { formatClock } from './format-clock.ts'

test.each([
  [0.2, '0:00'],
  [31, '0:31'],
  [59.6, '1:00'],
  [605, '10:05'],
  [3600 + 2 * 60 + 3, '1:02:03'],
])('formatClock: %d seconds is %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})
