import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { expect, test } from 'vitest'
import { runningConversion } from '../../lib/conversion-events.fixture.ts'
import {
  type ConversionEvent,
  type ConversionView,
  nextConversionView,
  viewPercent,
} from './conversion-progress.ts'

const report = (state: Partial<ConversionState>): ConversionEvent => ({
  type: 'reported',
  state: { ...runningConversion, ...state },
})
const failure: ConversionEvent = { type: 'failed', reason: 'Damaged.' }
const play = (...events: readonly ConversionEvent[]): ConversionView =>
  events.reduce(nextConversionView, { phase: 'idle' })

test('CONV-01 nextConversionView: goes from submitting to queued, running and succeeded', () => {
  expect(play({ type: 'started' })).toMatchObject({ phase: 'working', step: 'submitting' })
  expect(play({ type: 'started' }, report({ status: 'queued' }))).toMatchObject({ step: 'queued' })
  expect(play({ type: 'started' }, report({ percent: 12 }))).toMatchObject({ step: 'running', percent: 12 })
  expect(play({ type: 'started' }, report({ status: 'succeeded', percent: 100 }))).toMatchObject({
    phase: 'succeeded',
    isOverlayOpen: true,
  })
})

test('CONV-03 nextConversionView: progress never decreases, even when a restarted worker begins at 0', () => {
  const percents = [10, 40, 0, 25, 60].reduce<{ view: ConversionView; seen: number[] }>(
    ({ view, seen }, percent) => {
      const next = nextConversionView(view, report({ percent }))
      return { view: next, seen: [...seen, viewPercent(next)] }
    },
    { view: { phase: 'idle' }, seen: [] },
  )
  expect(percents.seen).toEqual([10, 40, 40, 40, 60])
})

test('CONV-03 nextConversionView: reaches 100 percent only on success', () => {
  expect(viewPercent(play({ type: 'started' }, report({ percent: 100 })))).toBe(99)
  expect(viewPercent(play({ type: 'started' }, report({ status: 'succeeded', percent: 100 })))).toBe(100)
})

test('CONV-13 nextConversionView: a failure keeps its percentage, and its reason after the overlay closes', () => {
  expect(play({ type: 'started' }, report({ percent: 49 }), failure)).toMatchObject({
    phase: 'failed',
    percent: 49,
  })
  expect(play({ type: 'started' }, failure, { type: 'overlay-closed' })).toEqual({
    phase: 'idle',
    failure: 'Damaged.',
  })
  expect(play({ type: 'started' }, failure, { type: 'overlay-closed' }, { type: 'reset' })).toEqual({
    phase: 'idle',
  })
})

test('CONV-19 nextConversionView: late progress does not undo canceling', () => {
  const view = play(
    { type: 'started' },
    report({ percent: 20 }),
    { type: 'canceling' },
    report({ percent: 30 }),
  )
  expect(view).toMatchObject({ phase: 'working', step: 'canceling' })
})

test('CONV-19 nextConversionView: a failed cancellation can be retried', () => {
  const view = play(
    { type: 'started' },
    report({ percent: 20 }),
    { type: 'canceling' },
    { type: 'cancel-failed' },
  )
  expect(view).toMatchObject({ phase: 'working', step: 'running', percent: 20 })
})

test('CONV-20 nextConversionView: a result restored after a reload does not open the overlay', () => {
  const state: ConversionState = { ...runningConversion, status: 'succeeded', percent: 100 }
  expect(play({ type: 'found-finished', state })).toMatchObject({ phase: 'succeeded', isOverlayOpen: false })
})

test('nextConversionView: a protected file asks for a password and reports a wrong one; a restart begins at 0', () => {
  const asked: ConversionEvent = { type: 'password-required', problem: undefined }
  expect(play({ type: 'started' }, report({ percent: 20 }), asked)).toEqual({
    phase: 'locked',
    problem: undefined,
  })
  expect(viewPercent(play({ type: 'started' }, asked))).toBe(0)
  const wrong = play(
    { type: 'started' },
    asked,
    { type: 'started' },
    { ...asked, problem: 'It does not open.' },
  )
  expect(wrong).toEqual({ phase: 'locked', problem: 'It does not open.' })
  expect(play({ type: 'started' }, asked, { type: 'started' })).toMatchObject({
    phase: 'working',
    percent: 0,
  })
})

test('TOOL-07 nextConversionView: a result without a download returns to the options with the reason', () => {
  const view = play({ type: 'started' }, { type: 'not-downloadable', reason: 'Not there.' })
  expect(view).toEqual({ phase: 'idle', failure: 'Not there.' })
})
