import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { h264, makeClip, pictures, sound } from './clips.fixture.ts'
import { useBench } from './use-bench.test-suite.ts'

const bench = useBench()
let plain: string

beforeAll(async () => {
  plain = await makeClip(bench.clips, 'plain.mp4', [
    ...[...pictures('320x240', 2), ...sound(2), ...h264, '-c:a', 'aac'],
  ])
})

test('copy protection', async () => {
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ]
  const path = await makeClip(bench.clips, 'cenc.mp4', [
    '-i',
    plain,
    '-c',
    'copy',
    '-encryption_scheme',
    'cenc-aes-ctr',
    ...key,
  ])
  expect(await bench.codeOf(bench.film(path, 'mp4', 'mp4'))).toBe('file-protected')
  expect(await bench.codeOf(bench.recording(path, 'mp4', 'mp3', { isExtraction: true }))).toBe(
    'file-protected',
  )
})

test('a film that breaks off, however it is cut', async () => {
  const whole = await readFile(
    await makeClip(bench.clips, 'fast.mp4', ['-i', plain, '-c', 'copy', '-movflags', '+faststart']),
  )
  const half = join(bench.clips, 'half.mp4')
  await writeFile(half, whole.subarray(0, Math.round(whole.length / 2)))
  expect(await bench.codeOf(bench.film(half, 'mp4', 'mkv'))).toBe('file-damaged')
  expect(await bench.codeOf(bench.film(half, 'mp4', 'webm'))).toBe('file-damaged')
  const stub = join(bench.clips, 'stub.mp4')
  await writeFile(stub, (await readFile(plain)).subarray(0, 20_000))
  expect(await bench.codeOf(bench.film(stub, 'mp4', 'mp4'))).toBe('file-damaged')
})

test('a playlist, whatever it calls itself', async () => {
  const path = join(bench.clips, 'list.mp4')
  await writeFile(path, `#EXTM3U\n#EXTINF:2,\nfile://${plain}\n#EXT-X-ENDLIST\n`)
  expect(await bench.codeOf(bench.film(path, 'mp4', 'mp4'))).toBe('file-damaged')
  expect(await bench.codeOf(bench.film(path, 'ts', 'mp4'))).toBe('file-damaged')
})

test('sound where a film is asked for, a film where sound is, silence where sound is', async () => {
  const spoken = await makeClip(bench.clips, 'spoken.m4a', [...sound(1), '-c:a', 'aac', '-f', 'ipod'])
  const silent = await makeClip(bench.clips, 'silent.mp4', [...pictures('160x90', 1), ...h264])
  expect(await bench.codeOf(bench.film(spoken, 'mp4', 'mkv'))).toBe('no-video-track')
  expect(await bench.codeOf(bench.recording(plain, 'mp4', 'mp3'))).toBe('video-given')
  expect(await bench.codeOf(bench.recording(silent, 'mp4', 'mp3', { isExtraction: true }))).toBe(
    'no-audio-track',
  )
})

test('a length of zero', async () => {
  const path = await makeClip(bench.clips, 'zero.wav', [...sound(1), '-t', '0', '-c:a', 'pcm_s16le'])
  expect(await bench.codeOf(bench.recording(path, 'wav', 'mp3'))).toBe('nothing-to-play')
})

test('too long, too large, too heavy, too slow', async () => {
  const film = (job: Parameters<typeof bench.film>[3]) => bench.film(plain, 'mp4', 'webm', job)
  expect(await bench.codeOf(film({ media: { maxDurationSeconds: 1 } }))).toBe('media-too-long')
  expect(await bench.codeOf(film({ media: { maxFramePixels: 320 * 240 - 1 } }))).toBe('video-too-large')
  expect(await bench.codeOf(film({ settings: { maxOutputBytes: 20_000 } }))).toBe('result-too-large')
  expect(await bench.codeOf(film({ media: { timeoutMs: 1 } }))).toBe('took-too-long')
  expect(await bench.codeOf(film({ settings: { maxMemoryBytes: 40_000_000 } }))).toBe('needs-too-much-memory')
})

test('too much for the processor', async () => {
  const path = await makeClip(bench.clips, 'heavy.mkv', [
    ...[...pictures('1280x720', 10), '-c:v', 'mpeg2video', '-b:v', '8M'],
  ])
  expect(await bench.codeOf(bench.film(path, 'mkv', 'webm', { media: { cpuSeconds: 1 } }))).toBe(
    'took-too-long',
  )
})

test('too long without saying so, counted or found out while it plays', async () => {
  const film = [...pictures('160x90', 3), '-c:v', 'libvpx', '-deadline', 'realtime']
  const endless = await makeClip(bench.clips, 'endless.webm', [...film, '-live', '1'])
  const media = { maxDurationSeconds: 2 }
  expect(await bench.codeOf(bench.film(endless, 'webm', 'mp4', { media }))).toBe('media-too-long')
  const honest = await readFile(await makeClip(bench.clips, 'honest.webm', film), 'latin1')
  // Its length stands in the header, as milliseconds in a double, and in words beside the track.
  const lying = honest
    .replace(/\x44\x89\x88[\s\S]{8}/, '\x44\x89\x88\x40\x8f\x40\0\0\0\0\0')
    .replace(/00:00:0[23]\.\d{3}/g, '00:00:01.000')
  await writeFile(join(bench.clips, 'lying.webm'), lying, 'latin1')
  const { media: details } = await bench.film(join(bench.clips, 'lying.webm'), 'webm', 'webm')
  expect(details?.before.durationSeconds).toBe(1)
  await rm(bench.result('webm'))
  expect(await bench.codeOf(bench.film(join(bench.clips, 'lying.webm'), 'webm', 'webm', { media }))).toBe(
    'media-too-long',
  )
})
