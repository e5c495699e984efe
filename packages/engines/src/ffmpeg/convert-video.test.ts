import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Progress } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { averageColor, h264, makeClip, probeClip, testTone, testVideo } from './clips.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()
let plain: string

beforeAll(async () => {
  plain = await makeClip(harness.clips, 'plain.mp4', [
    ...[...testVideo('320x240', 2), ...testTone(2), ...h264, '-c:a', 'aac'],
  ])
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

const videoOf = async (path: string) =>
  (await probeClip(path)).streams.find(({ codec_type }) => codec_type === 'video')

test('ffmpeg-video: encodes with the requested codec and frame rate', async () => {
  const { media } = await harness.video(plain, 'mp4', 'mp4', {
    tuning: { videoCodec: 'hevc', frameRate: 10 },
  })
  expect(media).toMatchObject({ video: 'encoded', audio: 'copied' })
  expect(await videoOf(harness.result('mp4'))).toMatchObject({
    codec_name: 'hevc',
    codec_tag_string: 'hvc1',
    avg_frame_rate: '10/1',
    nb_frames: '20',
  })
})

test.each(['mp4', 'webm'] as const)('ffmpeg-video: a lower CRF makes a larger %s', async to => {
  const sizes: number[] = []
  for (const crf of [15, 45]) {
    await harness.video(plain, 'mp4', to, { tuning: { crf } })
    sizes.push((await stat(harness.result(to))).size)
  }
  expect(sizes[0]).toBeGreaterThan(1.5 * (sizes[1] ?? 0))
})
