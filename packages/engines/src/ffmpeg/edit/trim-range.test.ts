import { expect, test } from 'vitest'
import { ffmpegEditAudio } from '../abilities.ts'
import { audioTrack } from '../encoding/tracks.fixture.ts'
import { analyzedRange, declaredEnd, foundRange, wantedRange } from './trim-range.ts'

const track = audioTrack({ sampleRateHz: 48_000, durationSeconds: 10 })
const settings = (options: Record<string, number>) => ffmpegEditAudio.options.parse(options)
const measuredLength = (seconds: number) => ({ seconds, measured: { seconds, frames: 0, audioBytes: 1 } })

test('wantedRange: converts seconds to samples, at least one', () => {
  expect(wantedRange(settings({ trimStart: 0.5, trimEnd: 1.000_01 }), track)).toEqual({
    start: 24_000,
    end: 48_000,
  })
  expect(wantedRange(settings({}), track)).toEqual({ start: 0, end: null })
  expect(wantedRange(settings({ trimStart: 1, trimEnd: 1.000_001 }), track)).toEqual({
    start: 48_000,
    end: 48_001,
  })
})

test('foundRange: does not cut at an end within a millisecond of, or beyond, the end of the audio', () => {
  const wanted = { start: 0, end: 480_000 }
  const analyzed = analyzedRange(wanted, null, 48_000)
  expect(analyzed.end).toBe(480_048)
  for (const samples of [480_000, 480_047, 300_000])
    expect(foundRange(wanted, samples, 48_000)).toEqual({ start: 0, end: samples, isWhole: true })
  expect(foundRange(wanted, 480_048, 48_000)).toEqual({ start: 0, end: 480_000, isWhole: false })
  expect(foundRange({ start: 5, end: null }, 100, 48_000)).toEqual({ start: 5, end: 105, isWhole: false })
})

test('declaredEnd: uses the declared duration to drop codec padding where the container counts samples', () => {
  expect(declaredEnd('m4a', track, measuredLength(10.02))).toBe(480_000)
  expect(declaredEnd('mp3', track, measuredLength(10.02))).toBeNull()
  expect(declaredEnd('m4a', track, measuredLength(12))).toBeNull()
  expect(declaredEnd('m4a', { ...track, durationSeconds: null }, measuredLength(10))).toBeNull()
  expect(analyzedRange({ start: 10, end: null }, 480_000, 48_000)).toEqual({ start: 10, end: 480_000 })
})
