import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { h264, makeClip, testTone, testVideo } from './clips.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()
let plain: string

beforeAll(async () => {
  plain = await makeClip(harness.clips, 'plain.mp4', [
    ...[...testVideo('320x240', 2), ...testTone(2), ...h264, '-c:a', 'aac'],
  ])
})

test('ffmpeg: enforces the memory limit', async () => {
  const settings = { maxMemoryBytes: 40_000_000 }
  expect(await harness.codeOf(harness.video(plain, 'mp4', 'webm', { settings }))).toBe(
    'needs-too-much-memory',
  )
})

test('ffmpeg: enforces the duration limit for files with an understated duration', async () => {
  const video = [...testVideo('160x90', 3), '-c:v', 'libvpx', '-deadline', 'realtime']
  const media = { maxDurationSeconds: 2 }
  const honest = await readFile(await makeClip(harness.clips, 'honest.webm', video), 'latin1')
  // WebM stores the duration in the header, as a double in milliseconds, and as text in a tag of the track.
  const lying = honest
    .replace(/\x44\x89\x88[\s\S]{8}/, '\x44\x89\x88\x40\x8f\x40\0\0\0\0\0')
    .replace(/00:00:0[23]\.\d{3}/g, '00:00:01.000')
  await writeFile(join(harness.clips, 'lying.webm'), lying, 'latin1')
  const { media: details } = await harness.video(join(harness.clips, 'lying.webm'), 'webm', 'webm')
  expect(details?.before.durationSeconds).toBe(1)
  await rm(harness.result('webm'))
  expect(
    await harness.codeOf(harness.video(join(harness.clips, 'lying.webm'), 'webm', 'webm', { media })),
  ).toBe('media-too-long')
})

test('ffmpeg: rejects a GIF decompression bomb with too-many-frames', async () => {
  const canvas = Buffer.from([0xa0, 0x0f, 0xa0, 0x0f, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const onePixel = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0])
  const path = join(harness.clips, 'endless.gif')
  const frames = Array.from({ length: 1300 }, () => onePixel)
  await writeFile(path, Buffer.concat([Buffer.from('GIF89a'), canvas, ...frames, Buffer.from([0x3b])]))
  expect(await harness.codeOf(harness.video(path, 'gif', 'mp4'))).toBe('too-many-frames')
})
