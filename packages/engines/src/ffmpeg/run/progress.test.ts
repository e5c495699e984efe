import { expect, test } from 'vitest'
import { createProgressReader, type FfmpegProgress, percentOf } from './progress.ts'

const report = [
  'frame=48',
  'fps=0.00',
  'out_time_us=2000000',
  'out_time=00:00:02.000000',
  'progress=continue',
]

test('CONV-06 createProgressReader: parses time and frames reported by ffmpeg; percentOf follows the time', () => {
  const reports: FfmpegProgress[] = []
  const reader = createProgressReader(progress => reports.push(progress))
  for (const line of ['out_time_us=N/A', 'progress=continue', ...report]) reader.readLine(line)
  expect(reports).toEqual([
    { seconds: 0, frames: 0 },
    { seconds: 2, frames: 48 },
  ])
  expect(percentOf(reader.progress, 8)).toBe(25)
})

test('CONV-06 percentOf: stays at 95 at most until the result exists', () => {
  expect(percentOf({ seconds: 8, frames: 0 }, 8)).toBe(95)
  expect(percentOf({ seconds: 80, frames: 0 }, 8)).toBe(95)
  expect(percentOf({ seconds: 8, frames: 0 }, 0)).toBe(0)
})

test('createProgressReader: ignores negative times, which copies may begin with', () => {
  const reader = createProgressReader()
  reader.readLine('out_time_us=-40000')
  expect(reader.progress.seconds).toBe(0)
})
