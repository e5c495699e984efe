import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { expect, test } from 'vitest'
import { type JobView, nextJobView, percentOf, withStep } from './job.ts'
import { runningConversion } from './job-events.fixture.ts'

type View = JobView<ConversionState>

const started: View = { phase: 'working', step: 'submitting', percent: 0, state: undefined }
const report = (view: View, state: Partial<ConversionState>) =>
  nextJobView(view, { ...runningConversion, ...state })

test('CONV-01 nextJobView: goes from submitting to queued and running', () => {
  expect(report(started, { status: 'queued', percent: 0 })).toMatchObject({ step: 'queued' })
  expect(report(started, { percent: 12 })).toMatchObject({ step: 'running', percent: 12 })
})

test('CONV-03 nextJobView: progress never decreases, even when a restarted worker begins at 0', () => {
  const percents = [10, 40, 0, 25, 60].reduce<{ view: View; seen: number[] }>(
    ({ view, seen }, percent) => {
      const next = report(view, { percent })
      return { view: next, seen: [...seen, percentOf(next)] }
    },
    { view: { phase: 'idle' }, seen: [] },
  )
  expect(percents.seen).toEqual([10, 40, 40, 40, 60])
})

test('CONV-03 percentOf: reaches 100 percent only on success', () => {
  expect(percentOf(report(started, { percent: 100 }))).toBe(99)
  const state: ConversionState = { ...runningConversion, status: 'succeeded', percent: 100 }
  expect(percentOf({ phase: 'finished', state, isRestored: false })).toBe(100)
})

test('CONV-13 percentOf: a failure keeps its percentage', () => {
  expect(percentOf({ phase: 'idle', failure: { message: 'Damaged.', needsPlan: false, percent: 49 } })).toBe(
    49,
  )
  expect(percentOf({ phase: 'idle', lock: { problem: undefined } })).toBe(0)
})

test('CONV-19 nextJobView: late progress does not undo canceling', () => {
  const canceling = withStep(report(started, { percent: 20 }), 'canceling')
  expect(report(canceling, { percent: 30 })).toMatchObject({ phase: 'working', step: 'canceling' })
})
