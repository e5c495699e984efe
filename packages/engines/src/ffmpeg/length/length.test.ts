import { expect, test } from 'vitest'
import { audioTrack, mediaProbe, videoTrack } from '../encoding/tracks.fixture.ts'
import { declaredLength, isMuchShorter, playedStreams } from './length.ts'

test('declaredLength: is that of the longest requested stream', () => {
  const probe = mediaProbe({ video: videoTrack({ durationSeconds: 12 }), durationSeconds: 60 })
  expect(playedStreams(probe)).toEqual([0, 1])
  expect(declaredLength(probe, 'mp4', [0, 1])).toBe(12)
  expect(declaredLength(probe, 'mp4', [1])).toBe(10)
})

test('declaredLength: falls back to the duration of the file when a stream declares none', () => {
  const probe = mediaProbe({ audio: [audioTrack({ durationSeconds: null })], durationSeconds: 11 })
  expect(declaredLength(probe, 'mkv', [0, 1])).toBe(11)
  expect(
    declaredLength(
      mediaProbe({ video: videoTrack({ durationSeconds: null }), durationSeconds: null }),
      'webm',
      [0],
    ),
  ).toBeNull()
})

test('declaredLength: rejects 39 hours in 106 kilobytes as implausible', () => {
  const probe = mediaProbe({ sizeBytes: 106_000, video: videoTrack({ durationSeconds: 143_165 }), audio: [] })
  expect(declaredLength(probe, 'mp4', [0])).toBeNull()
})

test('declaredLength: is unknown for bare frame formats such as MP3', () => {
  expect(declaredLength(mediaProbe(), 'mp3', [1])).toBeNull()
})

test('isMuchShorter: detects truncation, tolerating the last frames and rounding', () => {
  const progress = (seconds: number, frames = 0) => ({ seconds, frames })
  expect(isMuchShorter(progress(9.4), 10)).toBe(false)
  expect(isMuchShorter(progress(8.5), 10)).toBe(true)
  expect(isMuchShorter(progress(0.7, 10), 1)).toBe(false)
  // A slideshow at one frame per second ends several frames early in decoding order.
  expect(isMuchShorter(progress(16, 20), 20)).toBe(false)
  expect(isMuchShorter(progress(50, 1250), 100)).toBe(true)
})
