import { AppError } from '@filesmith/contract/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeCause, reportProgress } from './run-job.ts'

describe('reportProgress', () => {
  const written: string[] = []
  const conversions = {
    async reportProgress(_id: string, _attempt: number, percent: number, stage: string) {
      written.push(`${stage} ${percent}`)
    },
  }
  const open = () => reportProgress(conversions, { id: 'a', attempt: 1 })
  beforeEach(() => {
    vi.useFakeTimers()
    written.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('writes nothing for a job that is finished within the first interval', async () => {
    const progress = open()
    progress.step(0, 1)({ percent: 25, stage: 'decode' })
    vi.advanceTimersByTime(450)
    progress.step(0, 1)({ percent: 80, stage: 'encode' })
    await progress.settle()
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
  })

  test('writes the latest progress once per interval, also if nothing follows', async () => {
    const progress = open()
    const report = progress.step(0, 2)
    report({ percent: 20, stage: 'decode' })
    report({ percent: 40, stage: 'encode' })
    await vi.advanceTimersByTimeAsync(500)
    expect(written).toEqual(['encode 20'])
    report({ percent: 10, stage: 'encode' })
    report({ percent: 60, stage: 'encode' })
    await vi.advanceTimersByTimeAsync(200)
    expect(written).toEqual(['encode 20', 'encode 30'])
    await progress.settle()
  })
})

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
