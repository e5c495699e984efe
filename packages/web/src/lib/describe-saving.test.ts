import { expect, test } from 'vitest'
import { describeSaving } from './describe-saving.ts'

test.each([
  [1000, 400, '60% smaller'],
  [1000, 1500, '50% larger'],
  [1000, 1001, 'Same size'],
])('describeSaving: %d to %d bytes is "%s"', (before, after, text) => {
  expect(describeSaving(before, after)).toBe(text)
})
