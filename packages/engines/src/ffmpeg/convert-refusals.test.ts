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

test('ffmpeg: rejects DRM-encrypted files with file-protected', async () => {
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ]
  const path = await makeClip(harness.clips, 'cenc.mp4', [
    '-i',
    plain,
    '-c',
    'copy',
    '-encryption_scheme',
    'cenc-aes-ctr',
    ...key,
  ])
  expect(await harness.codeOf(harness.video(path, 'mp4', 'mp4'))).toBe('file-protected')
  expect(await harness.codeOf(harness.audio(path, 'mp4', 'mp3', { isExtraction: true }))).toBe(
    'file-protected',
  )
})

test('ffmpeg: rejects truncated videos with file-damaged, with or without their index', async () => {
  const whole = await readFile(
    await makeClip(harness.clips, 'fast.mp4', ['-i', plain, '-c', 'copy', '-movflags', '+faststart']),
  )
  const half = join(harness.clips, 'half.mp4')
  await writeFile(half, whole.subarray(0, Math.round(whole.length / 2)))
  expect(await harness.codeOf(harness.video(half, 'mp4', 'mkv'))).toBe('file-damaged')
  expect(await harness.codeOf(harness.video(half, 'mp4', 'webm'))).toBe('file-damaged')
  const stub = join(harness.clips, 'stub.mp4')
  await writeFile(stub, (await readFile(plain)).subarray(0, 20_000))
  expect(await harness.codeOf(harness.video(stub, 'mp4', 'mp4'))).toBe('file-damaged')
})

test('ffmpeg: rejects an HLS playlist regardless of its declared format (local file disclosure)', async () => {
  const path = join(harness.clips, 'list.mp4')
  await writeFile(path, `#EXTM3U\n#EXTINF:2,\nfile://${plain}\n#EXT-X-ENDLIST\n`)
  expect(await harness.codeOf(harness.video(path, 'mp4', 'mp4'))).toBe('file-damaged')
  expect(await harness.codeOf(harness.video(path, 'ts', 'mp4'))).toBe('file-damaged')
})

test('ffmpeg: rejects audio-only input for video, video input for audio, and extraction without an audio track', async () => {
  const spoken = await makeClip(harness.clips, 'spoken.m4a', [...testTone(1), '-c:a', 'aac', '-f', 'ipod'])
  const silent = await makeClip(harness.clips, 'silent.mp4', [...testVideo('160x90', 1), ...h264])
  expect(await harness.codeOf(harness.video(spoken, 'mp4', 'mkv'))).toBe('no-video-track')
  expect(await harness.codeOf(harness.audio(plain, 'mp4', 'mp3'))).toBe('video-given')
  expect(await harness.codeOf(harness.audio(silent, 'mp4', 'mp3', { isExtraction: true }))).toBe(
    'no-audio-track',
  )
})

test('ffmpeg: rejects media without any samples with nothing-to-play', async () => {
  const path = await makeClip(harness.clips, 'zero.wav', [...testTone(1), '-t', '0', '-c:a', 'pcm_s16le'])
  expect(await harness.codeOf(harness.audio(path, 'wav', 'mp3'))).toBe('nothing-to-play')
})

test('ffmpeg: enforces the limits on duration, frame size, output size, time and memory', async () => {
  const video = (options: Parameters<typeof harness.video>[3]) => harness.video(plain, 'mp4', 'webm', options)
  expect(await harness.codeOf(video({ media: { maxDurationSeconds: 1 } }))).toBe('media-too-long')
  expect(await harness.codeOf(video({ media: { maxFramePixels: 320 * 240 - 1 } }))).toBe('video-too-large')
  expect(await harness.codeOf(video({ settings: { maxOutputBytes: 20_000 } }))).toBe('result-too-large')
  expect(await harness.codeOf(video({ media: { timeoutMs: 1 } }))).toBe('took-too-long')
  expect(await harness.codeOf(video({ settings: { maxMemoryBytes: 40_000_000 } }))).toBe(
    'needs-too-much-memory',
  )
})

test('ffmpeg: enforces the CPU time limit with took-too-long', async () => {
  const path = await makeClip(harness.clips, 'heavy.mkv', [
    ...[...testVideo('1280x720', 10), '-c:v', 'mpeg2video', '-b:v', '8M'],
  ])
  expect(await harness.codeOf(harness.video(path, 'mkv', 'webm', { media: { cpuSeconds: 1 } }))).toBe(
    'took-too-long',
  )
})

test('ffmpeg: enforces the duration limit for files with a missing or understated duration', async () => {
  const video = [...testVideo('160x90', 3), '-c:v', 'libvpx', '-deadline', 'realtime']
  const endless = await makeClip(harness.clips, 'endless.webm', [...video, '-live', '1'])
  const media = { maxDurationSeconds: 2 }
  expect(await harness.codeOf(harness.video(endless, 'webm', 'mp4', { media }))).toBe('media-too-long')
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
