import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0.2, '1 s'],
  [59.4, '59 s'],
  [65, '1 min 05 s'],
  [3600 + 20 * 60, '1 h 20 min'],
])('formatDuration: %d seconds is %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
