import { expect, test } from 'vitest'
import { audioTrack, film, videoTrack } from '../plan/tracks.fixture.ts'
import { declaredLength, isMuchShorter, playedStreams } from './length.ts'

test('the longest of the wanted streams counts', () => {
  const probe = film({ video: videoTrack({ durationSeconds: 12 }), durationSeconds: 60 })
  expect(playedStreams(probe)).toEqual([0, 1])
  expect(declaredLength(probe, 'mp4', [0, 1])).toBe(12)
  expect(declaredLength(probe, 'mp4', [1])).toBe(10)
})

test('where a stream is silent about it, the file speaks', () => {
  const probe = film({ audio: [audioTrack({ durationSeconds: null })], durationSeconds: 11 })
  expect(declaredLength(probe, 'mkv', [0, 1])).toBe(11)
  expect(
    declaredLength(
      film({ video: videoTrack({ durationSeconds: null }), durationSeconds: null }),
      'webm',
      [0],
    ),
  ).toBeNull()
})

test('39 hours in 106 kilobytes are not believed', () => {
  const probe = film({ sizeBytes: 106_000, video: videoTrack({ durationSeconds: 143_165 }), audio: [] })
  expect(declaredLength(probe, 'mp4', [0])).toBeNull()
})

test('bare frames have no length but the counted one', () => {
  expect(declaredLength(film(), 'mp3', [1])).toBeNull()
})

test('much shorter means cut off; the last pictures and small change do not count', () => {
  const pace = (seconds: number, frames = 0) => ({ seconds, frames })
  expect(isMuchShorter(pace(9.4), 10)).toBe(false)
  expect(isMuchShorter(pace(8.5), 10)).toBe(true)
  expect(isMuchShorter(pace(0.7, 10), 1)).toBe(false)
  // A slide show of one picture a second ends some pictures early by the clock of decoding.
  expect(isMuchShorter(pace(16, 20), 20)).toBe(false)
  expect(isMuchShorter(pace(50, 1250), 100)).toBe(true)
})
