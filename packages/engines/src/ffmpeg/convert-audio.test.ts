import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { h264, makeClip, probeClip, streamHash, testTone, testVideo } from './clips.fixture.ts'
import { audioTrackArgs } from './encoding/audio-track-args.ts'
import { chooseAudioEncoding } from './encoding/choose-audio-encoding.ts'
import { audioTrack } from './encoding/tracks.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()

test('ffmpeg-audio: extracts the default audio track of a video and copies it when the codec already fits', async () => {
  const path = await makeClip(harness.clips, 'two.mkv', [
    ...[
      ...testVideo('160x90', 2),
      ...testTone(2),
      ...testTone(2, 880),
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...h264,
    ],
    ...['-c:a', 'aac', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
  ])
  const { media } = await harness.audio(path, 'mkv', 'm4a', { isExtraction: true })
  expect(media).toMatchObject({ video: null, audio: 'copied' })
  const second = await makeClip(harness.clips, 'second.mkv', ['-i', path, '-map', '0:a:1', '-c', 'copy'])
  expect(await streamHash(harness.result('m4a'), 'a')).toBe(await streamHash(second, 'a'))
})

test('ffmpeg-audio: encodes with the requested sample rate and channels, even where the track could be copied', async () => {
  const path = await makeClip(harness.clips, 'stereo.wav', [...testTone(2), '-ac', '2'])
  const { media } = await harness.audio(path, 'wav', 'wav', {
    tuning: { sampleRate: '22050', channels: 'mono' },
  })
  expect(media).toMatchObject({ audio: 'encoded' })
  expect((await probeClip(harness.result('wav'))).streams[0]).toMatchObject({
    sample_rate: '22050',
    channels: 1,
  })
  await harness.audio(path, 'wav', 'mp3', { tuning: { sampleRate: '48000', channels: 'mono' } })
  expect((await probeClip(harness.result('mp3'))).streams[0]).toMatchObject({
    sample_rate: '48000',
    channels: 1,
  })
})

test('ffmpeg-audio: a variable bitrate spends few bits on silence', async () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo', '-t', '4']
  const path = await makeClip(harness.clips, 'silence.wav', silence)
  const sizes: number[] = []
  for (const isVariableBitrate of [false, true]) {
    await harness.audio(path, 'wav', 'mp3', { quality: '320', tuning: { isVariableBitrate } })
    sizes.push((await stat(harness.result('mp3'))).size)
  }
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 1.5)
})

test('chooseAudioEncoding: a variable bitrate is a quality of the encoder instead of a bitrate', () => {
  const vbr = { tuning: { isVariableBitrate: true } }
  const argsOf = (target: 'mp3' | 'ogg', kilobits: number) =>
    audioTrackArgs(
      chooseAudioEncoding(audioTrack({ isLossless: true }), null, { target, kilobits, ...vbr }).audio,
      0,
    ).slice(0, 4)
  expect(argsOf('mp3', 320)).toEqual(['-c:a:0', 'libmp3lame', '-q:a:0', '0'])
  expect(argsOf('mp3', 128)).toEqual(['-c:a:0', 'libmp3lame', '-q:a:0', '5'])
  expect(argsOf('ogg', 192)).toEqual(['-c:a:0', 'libvorbis', '-q:a:0', '6'])
})

test.each([
  ['opus', 'opus'],
  ['aiff', 'pcm_s16be'],
] as const)('ffmpeg-audio: writes the premium format %s', async (to, codec) => {
  const path = await makeClip(harness.clips, `to-${to}.wav`, testTone(2))
  await harness.audio(path, 'wav', to)
  expect((await probeClip(harness.result(to))).streams).toMatchObject([{ codec_name: codec }])
})
