import { expect, test } from 'vitest'
import { audioTrackArgs } from './audio-track-args.ts'

test('a copy says so, for its own place in the result', () => {
  expect(audioTrackArgs({ index: 7, work: 'copied' }, 2)).toEqual(['-c:a:2', 'copy'])
})

test('filters of one track stand in one chain', () => {
  const sound = { index: 1, work: 'encoded', encoder: 'libmp3lame', kilobits: 192 } as const
  expect(
    audioTrackArgs({ ...sound, layout: 'stereo', fillsGaps: true, sampleRateHz: 48_000 }, 0).join(' '),
  ).toBe(
    '-c:a:0 libmp3lame -b:a:0 192k -ar:a:0 48000 ' +
      '-filter:a:0 aresample=async=1:first_pts=0,aformat=channel_layouts=stereo',
  )
})

test('what loses nothing is told its depth instead of a bitrate', () => {
  const flac = { index: 0, work: 'encoded', encoder: 'flac', sampleFormat: 's32' } as const
  expect(audioTrackArgs(flac, 0)).toEqual(['-c:a:0', 'flac', '-sample_fmt:a:0', 's32'])
})
