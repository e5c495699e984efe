import { expect, test } from 'vitest'
import { h264, makeClip, probeClip, streamHash, testTone, testVideo } from './clips.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()

test('ffmpeg-audio: converts between lossless formats without changing a sample', async () => {
  const path = await makeClip(harness.clips, 'studio.wav', [
    ...testTone(1),
    '-af',
    'aformat=s32,volume=-3dB',
    '-c:a',
    'pcm_s24le',
  ])
  await harness.audio(path, 'wav', 'flac')
  expect(await streamHash(harness.result('flac'), 'a', 'pcm_s24le')).toBe(
    await streamHash(path, 'a', 'pcm_s24le'),
  )
  expect((await probeClip(harness.result('flac'))).streams[0]).toMatchObject({ bits_per_raw_sample: '24' })
})

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

test('ffmpeg-audio: keeps tags and cover art', async () => {
  const path = await makeClip(harness.clips, 'song.flac', [
    ...[...testTone(1), '-f', 'lavfi', '-i', 'color=green:s=64x64:d=0.04', '-map', '0', '-map', '1'],
    ...[
      '-c:a',
      'flac',
      '-c:v',
      'png',
      '-frames:v',
      '1',
      '-disposition:v',
      'attached_pic',
      '-metadata',
      'title=Song',
      '-metadata',
      'artist=Singer',
    ],
  ])
  for (const to of ['mp3', 'm4a'] as const) {
    await harness.audio(path, 'flac', to)
    const { format, streams } = await probeClip(harness.result(to))
    expect(format.tags).toMatchObject({ title: 'Song', artist: 'Singer' })
    expect(streams[1]).toMatchObject({ codec_name: 'png', disposition: { attached_pic: 1 } })
  }
})

test('ffmpeg-audio: the requested bitrate is an upper bound, never used to inflate a lower-bitrate source', async () => {
  const heavy = await makeClip(harness.clips, 'heavy.mp3', [
    ...testTone(3),
    '-c:a',
    'libmp3lame',
    '-b:a',
    '320k',
  ])
  const light = await makeClip(harness.clips, 'light.mp3', [
    ...testTone(3),
    '-c:a',
    'libmp3lame',
    '-b:a',
    '96k',
  ])
  expect((await harness.audio(heavy, 'mp3', 'mp3', { quality: '128' })).media).toMatchObject({
    audio: 'encoded',
    after: { audio: { bitrateKbps: 128 } },
  })
  expect((await harness.audio(light, 'mp3', 'mp3', { quality: '320' })).media).toMatchObject({
    audio: 'copied',
  })
  expect(
    (await harness.audio(light, 'mp3', 'ogg', { quality: '320' })).media?.after.audio?.bitrateKbps,
  ).toBeLessThan(110)
})
