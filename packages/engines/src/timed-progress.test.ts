import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTimedProgress } from './timed-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(typicalMs = 4000) {
  const percents: number[] = []
  const progress = startTimedProgress(({ percent }) => percents.push(percent), typicalMs)
  return { progress, percents }
}

test('startTimedProgress: moves every second while the engine is silent, and never reaches the next report', () => {
  const { progress, percents } = start()
  progress.report({ percent: 60, stage: 'encode' }, 80)
  vi.advanceTimersByTime(30_000)
  expect(percents).toHaveLength(31)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents[1]).toBeGreaterThan(62)
  expect(percents.at(-1)).toBeGreaterThan(75)
  expect(percents.at(-1)).toBeLessThan(80)
  progress.stop()
})

test('startTimedProgress: never decreases when a report is lower than what is shown', () => {
  const { progress, percents } = start()
  progress.report({ percent: 10, stage: 'read' }, 50)
  vi.advanceTimersByTime(8000)
  const shown = percents.at(-1) ?? 0
  progress.report({ percent: 20, stage: 'read' }, 30)
  expect(percents.at(-1)).toBe(shown)
  progress.stop()
})

test('startTimedProgress: is silent before the first report and after the end', () => {
  const { progress, percents } = start()
  vi.advanceTimersByTime(5000)
  expect(percents).toEqual([])
  progress.report({ percent: 5, stage: 'open' }, 90)
  progress.stop()
  vi.advanceTimersByTime(5000)
  expect(percents).toEqual([5])
})
