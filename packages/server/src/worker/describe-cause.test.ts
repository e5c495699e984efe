import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { describeCause } from './describe-cause.ts'

test('every cause is told once, the nearest first', () => {
  const cause = new Error('the helper ended', { cause: new Error('exit code 3', { cause: 'exit code 3' }) })
  expect(describeCause(new AppError('internal', {}, { cause }))).toBe('the helper ended\nexit code 3')
})

test('paths of the server are left out, and the rest stays', () => {
  const cause = new Error(
    "ENOENT: open '/srv/people/ada/jobs/4_5_6-x/0.png' (moov atom not found at 1/2, see https://example.org/a/b)",
  )
  expect(describeCause(new AppError('file-damaged', {}, { cause }))).toBe(
    "ENOENT: open '(path)' (moov atom not found at 1/2, see https://example.org/a/b)",
  )
})

test('at most 2,000 characters are kept', () => {
  expect(describeCause(new AppError('internal', {}, { cause: new Error('x'.repeat(5_000)) }))).toHaveLength(
    2_000,
  )
})

test('an error that only says what its owner hears has nothing to add', () => {
  expect(describeCause(new AppError('file-damaged', { format: 'PNG' }))).toBeNull()
})
