import { expect, test } from 'vitest'
import { describeWait } from './describe-wait.ts'

const minute = 60
const hour = 60 * minute

test.each([
  [1, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [12 * minute, '12 minutes'],
  [59 * minute, '59 minutes'],
  [59 * minute + 1, '1 hour'],
  [hour, '1 hour'],
  [4 * hour + 1, '5 hours'],
  [5 * hour, '5 hours'],
  [24 * hour, '24 hours'],
  [24 * hour + 1, '2 days'],
  [30 * 24 * hour, '30 days'],
])('ALLOW-13 describeWait: %i seconds are "%s"', (seconds, text) => {
  expect(describeWait(seconds)).toBe(text)
})
