import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { describeCause } from './run-job.ts'

test('describeCause: lists every cause once, the nearest first', () => {
  const cause = new Error('the helper ended', { cause: new Error('exit code 3', { cause: 'exit code 3' }) })
  expect(describeCause(new AppError('internal', {}, { cause }))).toBe('the helper ended\nexit code 3')
})

test('describeCause: removes server paths and keeps the rest', () => {
  const cause = new Error(
    "ENOENT: open '/srv/people/ada/jobs/4_5_6-x/0.png' (moov atom not found at 1/2, see https://example.org/a/b)",
  )
  expect(describeCause(new AppError('file-damaged', {}, { cause }))).toBe(
    "ENOENT: open '(path)' (moov atom not found at 1/2, see https://example.org/a/b)",
  )
})

test('describeCause: keeps at most 2,000 characters', () => {
  expect(describeCause(new AppError('internal', {}, { cause: new Error('x'.repeat(5_000)) }))).toHaveLength(
    2_000,
  )
})

test('describeCause: null for an error without causes', () => {
  expect(describeCause(new AppError('file-damaged', { format: 'PNG' }))).toBeNull()
})
