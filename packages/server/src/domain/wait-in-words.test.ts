import { expect, test } from 'vitest'
import { waitInWords } from './wait-in-words.ts'

const now = new Date('2026-03-10T00:00:00Z')

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [61, '2 minutes'],
  [59 * 60, '59 minutes'],
  [60 * 60, '1 hour'],
  [61 * 60, '2 hours'],
  [23.5 * 3600, '24 hours'],
  [3 * 86_400, '3 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(waitInWords(new Date(now.getTime() + seconds * 1000), now)).toBe(words)
})
