import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Progress } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import {
  averageColor,
  frameTimes,
  h264,
  makeClip,
  probeClip,
  streamHash,
  testTone,
  testVideo,
} from './clips.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()
let plain: string

beforeAll(async () => {
  plain = await makeClip(harness.clips, 'plain.mp4', [
    ...[...testVideo('320x240', 2), ...testTone(2), ...h264, '-c:a', 'aac'],
  ])
})

test('ffmpeg-video: copies streams that fit the container bit for bit', async () => {
  const { media } = await harness.video(plain, 'mp4', 'mkv')
  expect(media).toMatchObject({ video: 'copied', audio: 'copied' })
  expect(await streamHash(harness.result('mkv'), 'v')).toBe(await streamHash(plain, 'v'))
  expect(await streamHash(harness.result('mkv'), 'a')).toBe(await streamHash(plain, 'a'))
  expect(await readdir(harness.folder)).toEqual(['result.mkv'])
})

test('ffmpeg-video: encodes only the streams that do not fit the container', async () => {
  const path = await makeClip(harness.clips, 'flac.mkv', [
    ...testVideo('320x240', 1),
    ...testTone(1),
    ...h264,
    '-c:a',
    'flac',
  ])
  const { media } = await harness.video(path, 'mkv', 'mp4')
  expect(media).toMatchObject({ video: 'copied', audio: 'encoded', after: { audio: { codec: 'AAC' } } })
  expect(await streamHash(harness.result('mp4'), 'v')).toBe(await streamHash(path, 'v'))
})

test('ffmpeg-video: deinterlaces broadcast video to progressive frames with square pixels, index at the front', async () => {
  const path = await makeClip(harness.clips, 'pal.mpg', [
    ...[...testVideo('720x576', 1, 50), ...testTone(1), '-vf', 'setsar=16/15,interlace=scan=tff'],
    ...['-flags', '+ilme+ildct', '-c:v', 'mpeg2video', '-b:v', '4M', '-c:a', 'mp2', '-f', 'vob'],
  ])
  const { media } = await harness.video(path, 'mpeg', 'mp4')
  expect(media?.before.video).toMatchObject({
    codec: 'MPEG-2',
    width: 768,
    height: 576,
    framesPerSecond: 25,
  })
  const { streams } = await probeClip(harness.result('mp4'))
  expect(streams.find(stream => stream.codec_type === 'video')).toMatchObject({
    codec_name: 'h264',
    width: 768,
    height: 576,
    pix_fmt: 'yuv420p',
    field_order: 'progressive',
    sample_aspect_ratio: '1:1',
  })
  const bytes = await readFile(harness.result('mp4'), 'latin1')
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('ffmpeg-video: keeps rotation, as metadata where the container stores it, else by rotating the pixels', async () => {
  const path = await makeClip(harness.clips, 'rotated.mp4', [
    '-i',
    plain,
    '-c',
    'copy',
    '-metadata:s:v:0',
    'rotate=90',
  ])
  expect((await harness.video(path, 'mp4', 'mov')).media).toMatchObject({
    video: 'copied',
    after: { video: { width: 240 } },
  })
  expect((await probeClip(harness.result('mov'))).streams[0]?.side_data_list?.[0]?.rotation).toBeDefined()
  expect((await harness.video(path, 'mp4', 'mkv')).media).toMatchObject({ video: 'encoded' })
  expect((await probeClip(harness.result('mkv'))).streams[0]).toMatchObject({ width: 240, height: 320 })
})

test('ffmpeg-video: keeps the timestamps of every frame of a variable-frame-rate video', async () => {
  const path = await makeClip(harness.clips, 'uneven.mkv', [
    ...[...testVideo('160x90', 3, 60), '-vf', "select='lt(t,1)+not(mod(n,12))'", '-fps_mode', 'vfr'],
    ...['-c:v', 'mpeg4', '-q:v', '5'],
  ])
  const { media } = await harness.video(path, 'mkv', 'mp4')
  const [before, after] = await Promise.all([path, harness.result('mp4')].map(frameTimes))
  expect(before).toHaveLength(70)
  expect(after).toEqual(before)
  // The last frame is displayed at 2.8 s: a wrongly counted duration would end before it.
  expect(media?.after.durationSeconds).toBeGreaterThan(2.8)
})

test('ffmpeg-video: keeps language, order and default flag of tracks, chapters and titles; removes location data', async () => {
  await writeFile(join(harness.clips, 'words.srt'), '1\n00:00:00,100 --> 00:00:00,900\nHello\n')
  await writeFile(
    join(harness.clips, 'chapters.txt'),
    ';FFMETADATA1\ntitle=A day\nlocation=+52.5+013.4/\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Morning\n',
  )
  const path = await makeClip(harness.clips, 'tracks.mkv', [
    ...[
      ...testVideo('320x240', 1),
      ...testTone(1),
      ...testTone(1, 880),
      '-i',
      'words.srt',
      '-i',
      'chapters.txt',
    ],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-map_metadata', '4', ...h264],
    ...[
      '-c:a:0',
      'aac',
      '-c:a:1',
      'ac3',
      '-c:s',
      'subrip',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
    ],
    ...[
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=deu',
      '-metadata:s:s:0',
      'language=fra',
    ],
  ])
  const { media } = await harness.video(path, 'mkv', 'mp4')
  expect(media).toMatchObject({
    video: 'copied',
    audio: 'encoded',
    after: { audioTracks: 2, subtitleTracks: 1 },
  })
  const { streams, chapters, format } = await probeClip(harness.result('mp4'))
  const listed = streams
    .filter(({ codec_type }) => codec_type !== 'video' && codec_type !== 'data')
    .map(({ codec_name, tags, disposition }) => [codec_name, tags?.language, disposition.default])
  expect(listed.slice(0, 2)).toEqual([
    ['aac', 'eng', 0],
    ['aac', 'deu', 1],
  ])
  expect(listed[2]?.slice(0, 2)).toEqual(['mov_text', 'fra'])
  expect(chapters.map(({ tags }) => tags?.title)).toEqual(['Morning'])
  expect(format.tags).toMatchObject({ title: 'A day' })
  expect(Object.keys(format.tags ?? {}).filter(name => /location/i.test(name))).toEqual([])
  expect((await probeClip(path)).format.tags).toHaveProperty('LOCATION')
})

test('ffmpeg-video: tone-maps HDR to the brightness intended for SDR displays', async () => {
  const ordinary = await makeClip(harness.clips, 'ordinary.mp4', [
    ...['-f', 'lavfi', '-i', 'color=0xb09878:s=160x90:d=0.2'],
    ...['-vf', 'scale=out_color_matrix=bt709,format=yuv420p', '-colorspace', 'bt709', '-c:v', 'libx264'],
  ])
  const toPq =
    'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv,zscale=t=linear:npl=203,' +
    'format=gbrpf32le,zscale=p=bt2020:t=smpte2084:m=bt2020nc:r=limited:npl=203,format=yuv420p10le'
  const path = await makeClip(harness.clips, 'hdr.mp4', [
    ...['-i', ordinary, '-vf', toPq, '-c:v', 'libx264', '-crf', '10'],
    ...['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'],
  ])
  const { media } = await harness.video(path, 'mp4', 'mp4')
  expect(media).toMatchObject({ before: { video: { isHdr: true } }, after: { video: { isHdr: false } } })
  expect((await probeClip(harness.result('mp4'))).streams[0]).toMatchObject({
    pix_fmt: 'yuv420p',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
    color_space: 'bt709',
  })
  const [before, untouched, after] = await Promise.all(
    [ordinary, path, harness.result('mp4')].map(averageColor),
  )
  const difference = (color: readonly number[] = []) =>
    Math.max(...color.map((value, channel) => Math.abs(value - (before?.[channel] ?? 0))))
  expect(difference(after)).toBeLessThan(15)
  // Control: without tone mapping the frame is far too dark, so the comparison above can fail.
  expect(difference(untouched)).toBeGreaterThan(30)
})

test('ffmpeg-video: flattens transparency onto white', async () => {
  const path = await makeClip(harness.clips, 'glass.mov', [
    ...['-f', 'lavfi', '-i', 'color=red@0.5:s=64x64:d=0.2,format=rgba'],
    '-c:v',
    'qtrle',
  ])
  await harness.video(path, 'mov', 'mp4')
  const [red = 0, green = 0, blue = 0] = await averageColor(harness.result('mp4'))
  expect([red > 240, Math.abs(green - 128) < 12, Math.abs(blue - 128) < 12]).toEqual([true, true, true])
})

test('ffmpeg-video: encodes every stream when stream copy fails', async () => {
  const breaksCopies = (real: Sandbox): Sandbox => ({
    ...real,
    prepare: command => {
      const isCopy = command.args.includes('-c:v') && command.args.includes('copy')
      return real.prepare(isCopy ? { ...command, command: '/usr/bin/false' } : command)
    },
  })
  const { media } = await harness.video(plain, 'mp4', 'mkv', { wrapSandbox: breaksCopies })
  expect(media).toMatchObject({ video: 'encoded', audio: 'encoded', after: { video: { codec: 'H.264' } } })
  expect(await readdir(harness.folder)).toEqual(['result.mkv'])
})

test('CONV-06 ffmpeg-video: progress follows the processed time and reaches 100 only when the file exists', async () => {
  const seen: Progress[] = []
  const onProgress = (progress: Progress) => {
    // The result is renamed into place right before the last report.
    if (existsSync(harness.result('webm'))) expect(progress.percent).toBe(100)
    seen.push(progress)
  }
  await harness.video(plain, 'mp4', 'webm', { quality: '360p', onProgress })
  const percents = seen.map(({ percent }) => percent)
  expect(seen[0]?.stage).toBe('encode')
  expect(seen.at(-1)).toEqual({ percent: 100, stage: 'finish' })
  expect(percents.at(-2)).toBe(95)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
})

test('ffmpeg-video: leaves no files behind when canceled', async () => {
  const path = await makeClip(harness.clips, 'long.mkv', [
    ...testVideo('640x360', 20),
    '-c:v',
    'mpeg2video',
    '-b:v',
    '3M',
  ])
  const cancel = new AbortController()
  const onProgress = () => cancel.abort()
  const code = await harness.codeOf(harness.video(path, 'mkv', 'webm', { signal: cancel.signal, onProgress }))
  expect(code).toBe('cancelled')
})
