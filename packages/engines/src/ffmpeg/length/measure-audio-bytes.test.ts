import { expect, test } from 'vitest'
import { audioTrack } from '../plan/tracks.fixture.ts'
import { isWeightKnown, measureAudioBytes } from './measure-audio-bytes.ts'

const counted = (kilobytes: number) => ({ seconds: 10, frames: 0, audioBytes: kilobytes * 1024 })
const bitrate = (said: number | null, kilobytes: number) =>
  measureAudioBytes([audioTrack({ bitrate: said })], 10, counted(kilobytes))[0]?.bitrate

test('what was counted holds, unless the file said nearly the same', () => {
  expect(bitrate(null, 125)).toBe(102_400)
  expect(bitrate(160_000, 125)).toBe(102_400)
  expect(bitrate(100_000, 125)).toBe(100_000)
})

test('nothing is known where nothing, or more than one track, was counted', () => {
  expect(bitrate(null, 0)).toBeNull()
  expect(measureAudioBytes([audioTrack({ bitrate: null })], 10, null)[0]?.bitrate).toBeNull()
  expect(measureAudioBytes([audioTrack({ bitrate: null })], 0.5, counted(125))[0]?.bitrate).toBeNull()
  const two = [audioTrack({ bitrate: null }), audioTrack({ index: 2 })]
  expect(measureAudioBytes(two, 10, counted(125))).toBe(two)
})

test('Vorbis only says what it was asked for', () => {
  expect(isWeightKnown(audioTrack({ codec: 'vorbis' }))).toBe(false)
  expect(isWeightKnown(audioTrack())).toBe(true)
  expect(isWeightKnown(audioTrack({ bitrate: null }))).toBe(false)
})
