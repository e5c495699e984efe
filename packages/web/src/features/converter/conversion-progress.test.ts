import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { expect, test } from 'vitest'
import { runningConversion } from '../../lib/conversion-events.fixture.ts'
import {
  type ConversionEvent,
  type ConversionView,
  nextConversionView,
  percentOf,
} from './conversion-progress.ts'

const report = (state: Partial<ConversionState>): ConversionEvent => ({
  type: 'reported',
  state: { ...runningConversion, ...state },
})
const failure: ConversionEvent = { type: 'failed', reason: 'Damaged.' }
const play = (...events: readonly ConversionEvent[]): ConversionView =>
  events.reduce(nextConversionView, { phase: 'idle' })

test('CONV-01 from handing over to the queue, to work, to success', () => {
  expect(play({ type: 'started' })).toMatchObject({ phase: 'working', step: 'handing-over' })
  expect(play({ type: 'started' }, report({ status: 'queued' }))).toMatchObject({ step: 'queued' })
  expect(play({ type: 'started' }, report({ percent: 12 }))).toMatchObject({ step: 'running', percent: 12 })
  expect(play({ type: 'started' }, report({ status: 'succeeded', percent: 100 }))).toMatchObject({
    phase: 'succeeded',
    isOverlayOpen: true,
  })
})

test('CONV-03 the bar never moves back, not even when a restarted worker begins anew', () => {
  const percents = [10, 40, 0, 25, 60].reduce<{ view: ConversionView; seen: number[] }>(
    ({ view, seen }, percent) => {
      const next = nextConversionView(view, report({ percent }))
      return { view: next, seen: [...seen, percentOf(next)] }
    },
    { view: { phase: 'idle' }, seen: [] },
  )
  expect(percents.seen).toEqual([10, 40, 40, 40, 60])
})

test('CONV-03 100 is kept for success', () => {
  expect(percentOf(play({ type: 'started' }, report({ percent: 100 })))).toBe(99)
  expect(percentOf(play({ type: 'started' }, report({ status: 'succeeded', percent: 100 })))).toBe(100)
})

test('CONV-13 a failure keeps the percentage it had reached, and its reason after the overlay has gone', () => {
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

test('CONV-19 late progress does not undo a cancellation', () => {
  const view = play(
    { type: 'started' },
    report({ percent: 20 }),
    { type: 'cancelling' },
    report({ percent: 30 }),
  )
  expect(view).toMatchObject({ phase: 'working', step: 'cancelling' })
})

test('CONV-19 a cancellation that failed can be tried again', () => {
  const view = play(
    { type: 'started' },
    report({ percent: 20 }),
    { type: 'cancelling' },
    { type: 'not-cancelled' },
  )
  expect(view).toMatchObject({ phase: 'working', step: 'running', percent: 20 })
})

test('CONV-20 a result found after coming back opens no overlay', () => {
  const state: ConversionState = { ...runningConversion, status: 'succeeded', percent: 100 }
  expect(play({ type: 'found-finished', state })).toMatchObject({ phase: 'succeeded', isOverlayOpen: false })
})

test('a protected file asks for its password, and a wrong one says why; starting again begins at 0', () => {
  const asked: ConversionEvent = { type: 'password-asked', problem: undefined }
  expect(play({ type: 'started' }, report({ percent: 20 }), asked)).toEqual({
    phase: 'locked',
    problem: undefined,
  })
  expect(percentOf(play({ type: 'started' }, asked))).toBe(0)
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

test('TOOL-07 a result without a download leads back to the options, with the reason in sight', () => {
  const view = play({ type: 'started' }, { type: 'not-downloadable', reason: 'Not there.' })
  expect(view).toEqual({ phase: 'idle', failure: 'Not there.' })
})
