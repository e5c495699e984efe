import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { beforeAll, expect, test } from 'vitest'
import type { LiveEngine } from '../engine.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { averageColor, h264, makeClip, probeClip, testTone, testVideo } from './clips.fixture.ts'
import { startFfmpeg } from './start-ffmpeg.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()
let engine: LiveEngine
beforeAll(async () => {
  engine = await startFfmpeg(defaultEngineSettings, harness.sandbox)
})

const preview = () => join(harness.folder, 'preview.jpg')
const inspect = (inputPath: string, format: FormatId, signal = new AbortController().signal) =>
  engine.inspect?.({ inputPath, format, previewPath: preview(), signal }) ??
  Promise.reject(new Error('no inspect'))

test('inspect: reports streams and display size of a video and writes a preview', async () => {
  const stored = await makeClip(harness.clips, 'stored.mp4', [
    ...[...testVideo('1280x720', 1), ...testTone(1), ...testTone(1), '-map', '0', '-map', '1', '-map', '2'],
    ...[...h264, '-c:a', 'aac', '-b:a', '96k'],
  ])
  const path = await makeClip(harness.clips, 'upright.mp4', [
    '-i',
    stored,
    '-map',
    '0',
    '-c',
    'copy',
    '-metadata:s:v:0',
    'rotate=90',
  ])
  const { media, hasPreview } = await inspect(path, 'mp4')
  expect(media).toMatchObject({
    durationSeconds: 1,
    video: { codec: 'H.264', width: 720, height: 1280, framesPerSecond: 25, isHdr: false },
    audio: { codec: 'AAC', channels: 1, sampleRateHz: 44_100, isLossless: false },
    audioTracks: 2,
    subtitleTracks: 0,
  })
  expect(hasPreview).toBe(true)
  expect(await readdir(harness.folder)).toEqual(['preview.jpg'])
  expect((await probeClip(preview())).streams[0]).toMatchObject({
    codec_name: 'mjpeg',
    width: 360,
    height: 640,
  })
})

test('inspect: measures duration and audio bitrate that the container does not declare', async () => {
  const path = await makeClip(harness.clips, 'live.webm', [
    ...[...testVideo('160x90', 2), ...testTone(2), '-c:v', 'libvpx', '-deadline', 'realtime'],
    ...['-c:a', 'libopus', '-b:a', '96k', '-vbr', 'off', '-live', '1'],
  ])
  expect((await probeClip(path)).format.duration).toBeUndefined()
  const { media } = await inspect(path, 'webm')
  expect(media?.durationSeconds).toBeGreaterThan(1.9)
  expect(media?.audio?.bitrateKbps).toBeGreaterThan(85)
  expect(media?.audio?.bitrateKbps).toBeLessThan(105)
})

test('inspect: uses embedded cover art as the preview of an audio file', async () => {
  const song = await makeClip(harness.clips, 'song.mp3', [
    ...[...testTone(1), '-f', 'lavfi', '-i', 'color=red:s=1000x500:d=0.04', '-map', '0', '-map', '1'],
    ...[
      '-c:a',
      'libmp3lame',
      '-b:a',
      '128k',
      '-c:v',
      'png',
      '-frames:v',
      '1',
      '-disposition:v',
      'attached_pic',
    ],
  ])
  const { media, hasPreview } = await inspect(song, 'mp3')
  expect(media).toMatchObject({ video: null, audio: { codec: 'MP3', bitrateKbps: 128 } })
  expect(hasPreview).toBe(true)
  expect((await probeClip(preview())).streams[0]).toMatchObject({ width: 640, height: 320 })
  const [red = 0, green = 255] = await averageColor(preview())
  expect([red > 200, green < 60]).toEqual([true, true])
})

test('inspect: reports no preview for an audio file without cover art', async () => {
  const path = await makeClip(harness.clips, 'plain.wav', testTone(1))
  expect(await inspect(path, 'wav')).toMatchObject({
    hasPreview: false,
    media: { durationSeconds: 1, audio: { codec: 'PCM', bitrateKbps: 706, isLossless: true } },
  })
})

test('inspect: rejects unreadable and canceled files and leaves no files behind', async () => {
  const path = join(harness.clips, 'noise.mp4')
  await writeFile(path, 'not a video at all')
  expect(await harness.codeOf(inspect(path, 'mp4'))).toBe('file-damaged')
  expect(await harness.codeOf(inspect(path, 'mp4', AbortSignal.abort()))).toBe('cancelled')
})
