import { expect, test } from 'vitest'
import type { FrameRate } from '../length/frame-rate.ts'
import { chooseVideoEncoding, videoArgs } from './prepare-video.ts'
import { audioTrack, mediaProbe, videoTrack } from './tracks.fixture.ts'

const whole = mediaProbe({
  audio: [audioTrack(), audioTrack({ index: 2, codec: 'dts', channels: 6, bitrate: 1_509_000 })],
  subtitles: [{ index: 3, codec: 'subrip' }],
  fonts: [{ index: 4, codec: 'ttf' }],
})
const argsOf = (target: 'mp4' | 'mkv' | 'avi' | 'webm', probe = whole, rate: Partial<FrameRate> = {}) =>
  videoArgs(chooseVideoEncoding(probe, { from: 'mkv', target, quality: '720p' }), {
    framesPerSecond: 25,
    isConstantRate: true,
    ...rate,
  }).join(' ')

test('videoArgs: a copy only maps the streams', () => {
  expect(argsOf('mkv')).toBe(
    '-map 0:0 -map 0:1 -map 0:2 -map 0:3 -map 0:4 -map_chapters 0 -c:v copy -c:a:0 copy -c:a:1 copy ' +
      '-c:s:0 copy -c:t copy -f matroska',
  )
})

test('videoArgs: sets codec and filters per track', () => {
  expect(argsOf('mp4')).toBe(
    '-map 0:0 -map 0:1 -map 0:2 -map 0:3 -map_chapters 0 -c:v copy -c:a:0 copy ' +
      '-c:a:1 aac -b:a:1 384k -filter:a:1 aformat=channel_layouts=5.1 -c:s:0 mov_text -movflags +faststart -f mp4',
  )
})

test('videoArgs: keeps variable frame timing except in containers with a constant frame rate', () => {
  const old = { ...whole, video: videoTrack({ codec: 'wmv3' }) }
  expect(argsOf('mp4', old)).toContain('-fps_mode vfr -enc_time_base 1:90000 -r 25')
  expect(argsOf('avi', old, { framesPerSecond: 29.97 })).toContain('-fps_mode cfr -r 30000/1001')
  expect(argsOf('avi', old)).toContain('-map_chapters -1')
  expect(argsOf('webm', old, { framesPerSecond: null })).not.toContain('-r ')
})

test('videoArgs: disables B-frames for variable frame rates', () => {
  const old = { ...whole, video: videoTrack({ codec: 'wmv3' }) }
  expect(argsOf('mp4', old, { isConstantRate: false })).toContain('-bf 0')
  expect(argsOf('mp4', old)).not.toContain('-bf')
})

test('videoArgs: tags converted colors as BT.709', () => {
  const hdr = { ...whole, video: videoTrack({ isHdr: true, transfer: 'smpte2084', codec: 'hevc' }) }
  expect(argsOf('mp4', hdr)).toContain('-colorspace bt709 -color_primaries bt709 -color_trc bt709')
  expect(argsOf('mp4', { ...whole, video: videoTrack({ codec: 'hevc' }) })).not.toContain('-colorspace')
})
