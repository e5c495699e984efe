import { expect, test } from 'vitest'
import { audioTrack } from '../encoding/tracks.fixture.ts'
import { isBitrateReliable, measureAudioBytes } from './measure-audio-bytes.ts'

const counted = (kilobytes: number) => ({ seconds: 10, frames: 0, audioBytes: kilobytes * 1024 })
const bitrate = (said: number | null, kilobytes: number) =>
  measureAudioBytes([audioTrack({ bitrate: said })], 10, counted(kilobytes))[0]?.bitrate

test('measureAudioBytes: the counted bitrate overrides a declared one that deviates', () => {
  expect(bitrate(null, 125)).toBe(102_400)
  expect(bitrate(160_000, 125)).toBe(102_400)
  expect(bitrate(100_000, 125)).toBe(100_000)
})

test('measureAudioBytes: leaves the bitrate unknown without a count, or with several tracks', () => {
  expect(bitrate(null, 0)).toBeNull()
  expect(measureAudioBytes([audioTrack({ bitrate: null })], 10, null)[0]?.bitrate).toBeNull()
  expect(measureAudioBytes([audioTrack({ bitrate: null })], 0.5, counted(125))[0]?.bitrate).toBeNull()
  const two = [audioTrack({ bitrate: null }), audioTrack({ index: 2 })]
  expect(measureAudioBytes(two, 10, counted(125))).toBe(two)
})

test('isBitrateReliable: Vorbis declares only its nominal bitrate', () => {
  expect(isBitrateReliable(audioTrack({ codec: 'vorbis' }))).toBe(false)
  expect(isBitrateReliable(audioTrack())).toBe(true)
  expect(isBitrateReliable(audioTrack({ bitrate: null }))).toBe(false)
})
