import { expect, test } from 'vitest'
import { h264, makeClip, streamHash, testTone, testVideo } from './clips.fixture.ts'
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
