import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-06-15T12:00:00Z')
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const textFor = (secondsAgo: number) => relativeTime(new Date(now.getTime() - secondsAgo * 1000), now)

test.each([0, 1, 59])('FMT-01 relativeTime: %d seconds ago is "Just now"', secondsAgo => {
  expect(textFor(secondsAgo)).toBe('Just now')
})

test('FMT-01 relativeTime: a time in the near future is "Just now"', () => {
  expect(textFor(-30)).toBe('Just now')
})

test.each([
  [minute, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [59 * minute + 59, '59 minutes ago'],
  [hour, '1 hour ago'],
  [23 * hour + 59 * minute, '23 hours ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
  [30 * day, '1 month ago'],
  [359 * day, '11 months ago'],
  [360 * day, '1 year ago'],
  [365 * day, '1 year ago'],
  [800 * day, '2 years ago'],
])('FMT-02 relativeTime: %d seconds ago is "%s"', (secondsAgo, text) => {
  expect(textFor(secondsAgo)).toBe(text)
})
