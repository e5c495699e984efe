import { expect, test } from 'vitest'
import { describeSaving } from './describe-saving.ts'

test.each([
  [1000, 400, '60% smaller'],
  [1000, 1500, '50% larger'],
  [1000, 1001, 'Same size'],
])('%d bytes that become %d', (before, after, words) => {
  expect(describeSaving(before, after)).toBe(words)
})
