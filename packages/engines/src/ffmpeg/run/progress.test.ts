import { expect, test } from 'vitest'
import { type Pace, percentOf, readPace } from './progress.ts'

const report = [
  'frame=48',
  'fps=0.00',
  'out_time_us=2000000',
  'out_time=00:00:02.000000',
  'progress=continue',
]

test('CONV-06 percentages follow the time ffmpeg has processed', () => {
  const paces: Pace[] = []
  const reader = readPace(pace => paces.push(pace))
  for (const line of ['out_time_us=N/A', 'progress=continue', ...report]) reader.readLine(line)
  expect(paces).toEqual([
    { seconds: 0, frames: 0 },
    { seconds: 2, frames: 48 },
  ])
  expect(percentOf(reader.pace, 8)).toBe(25)
})

test('CONV-06 until the result exists it is 95 at most', () => {
  expect(percentOf({ seconds: 8, frames: 0 }, 8)).toBe(95)
  expect(percentOf({ seconds: 80, frames: 0 }, 8)).toBe(95)
  expect(percentOf({ seconds: 8, frames: 0 }, 0)).toBe(0)
})

test('time below zero, as copies may begin, is no progress', () => {
  const reader = readPace()
  reader.readLine('out_time_us=-40000')
  expect(reader.pace.seconds).toBe(0)
})
