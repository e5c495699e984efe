import { expect, test } from 'vitest'
import { audioTrackArgs } from './audio-track-args.ts'

test('audioTrackArgs: addresses a copied track by its position in the result', () => {
  expect(audioTrackArgs({ index: 7, work: 'copied' }, 2)).toEqual(['-c:a:2', 'copy'])
})

test('audioTrackArgs: joins the filters of a track into one chain', () => {
  const track = { index: 1, work: 'encoded', encoder: 'libmp3lame', kilobits: 192 } as const
  expect(
    audioTrackArgs({ ...track, layout: 'stereo', fillsGaps: true, sampleRateHz: 48_000 }, 0).join(' '),
  ).toBe(
    '-c:a:0 libmp3lame -b:a:0 192k -ar:a:0 48000 ' +
      '-filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=stereo',
  )
})

test('audioTrackArgs: sets the sample format instead of a bitrate for lossless encoders', () => {
  const flac = { index: 0, work: 'encoded', encoder: 'flac', sampleFormat: 's32' } as const
  expect(audioTrackArgs(flac, 0)).toEqual(['-c:a:0', 'flac', '-sample_fmt:a:0', 's32'])
})
