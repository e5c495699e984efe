import { expect, test } from 'vitest'
import { makeClip, probeClip, testTone, testVideo } from '../clips.fixture.ts'
import { useMediaHarness } from '../use-media-harness.test-suite.ts'
import { errorsOf, readOutputReport } from './output-report.ts'

const harness = useMediaHarness()
const progress = { seconds: 2, frames: 50 }

const log = (...lines: readonly string[]) =>
  [
    "[info] Input #0, matroska,webm, from 'in':",
    '[info]   Stream #0:0: Video: hevc (Main), yuv420p10le(tv), 1920x1080, 30 fps, 1k tbn',
    '[libx264 @ 0xaaaa] [info] profile High, level 3.0',
    "[info] Output #0, mp4, to 'out':",
    ...lines,
    '[info] video:54kB audio:50kB subtitle:0kB other streams:0kB global headers:0kB muxing overhead: 3.9%',
  ].join('\n')
const video =
  '[info]   Stream #0:0: Video: h264 (avc1 / 0x31637661), yuv420p(tv, bt709, progressive), 480x270 [SAR 4:3 DAR 64:27], q=2-31, 23.98 fps, 90k tbn (default)'
const audio =
  '[info]   Stream #0:1(eng): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, 5.1(side), fltp, 384 kb/s'

test('readOutputReport: reads the streams of the output, not of the input', () => {
  const title = [
    '[info]     title           : x',
    '                    :   Stream #0:9: Audio: mp3, 8000 Hz, mono',
  ]
  const report = readOutputReport(log(...title, video, audio), progress)
  expect(report?.streams).toMatchObject([
    {
      index: 0,
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      width: 480,
      height: 270,
      avg_frame_rate: '24000/1001',
    },
    { index: 1, codec_name: 'aac', sample_rate: 48_000, channels: 6, bit_rate: 204_800 },
  ])
  expect(report?.streams[0]).toMatchObject({ sample_aspect_ratio: '4:3' })
  expect(report?.format.duration).toBe(2)
})

test.each([
  ['an error', [video, audio, '[aac @ 0xaaaa] [error] channel element 0.0 is not allocated']],
  ['a variable frame rate', [video.replace('23.98', '60'), audio]],
  ['an unknown layout', [video, audio.replace('5.1(side)', 'hexagonal-ish')]],
  ['no stream', []],
])('readOutputReport: leaves it to a probe after %s', (_name, lines) => {
  expect(readOutputReport(log(...lines), progress)).toBeUndefined()
})

test('readOutputReport: leaves it to a probe when a stream is empty, or when the report is cut off', () => {
  const text = log(video, audio)
  expect(readOutputReport(text, progress)).toBeDefined()
  expect(readOutputReport(text.replace('audio:50kB', 'audio:0kB'), progress)).toBeUndefined()
  expect(readOutputReport(text.replace('video:54kB', 'video:0kB'), progress)).toBeUndefined()
  expect(readOutputReport(text.slice(400), progress)).toBeUndefined()
})

test('errorsOf: leaves out warnings, information and values with several lines', () => {
  const text = log(
    video,
    '[warning] is not supported',
    '    Last message repeated 2 times',
    '                    : x',
  )
  expect(errorsOf(text)).toBe('')
  expect(errorsOf(`${text}\n[mp3 @ 0x1] [error] Header missing\nbwrap: failed`)).toBe(
    '[mp3 @ 0x1] [error] Header missing\nbwrap: failed',
  )
})

const details = (stream: Record<string, unknown> | undefined, ...names: readonly string[]) =>
  names.map(name => Number(stream?.[name]))

test.each(['mp3', 'aac', 'm4a', 'ogg', 'opus', 'flac', 'wav'] as const)(
  'ffmpeg-audio: describes an encoded %s as a probe does',
  async format => {
    // Noise: in a file of nearly nothing, headers would count most.
    const sound = ['-f', 'lavfi', '-i', 'anoisesrc=d=3:r=44100:seed=1', '-ac', '2', '-c:a', 'pcm_s16be']
    const clip = await makeClip(harness.clips, 'sound.aiff', sound)
    const { media } = await harness.audio(clip, 'aiff', format, { quality: '128' })
    const probe = await probeClip(harness.result(format))
    const after = media?.after
    expect([after?.audio?.channels, after?.audio?.sampleRateHz]).toEqual(
      details(probe.streams[0], 'channels', 'sample_rate'),
    )
    expect(after?.durationSeconds).toBeCloseTo(3, 0)
    const probedKbps = (Number(probe.format.size) * 8) / Number(probe.format.duration) / 1000
    expect(Math.abs((after?.audio?.bitrateKbps ?? 0) / probedKbps - 1)).toBeLessThan(0.15)
  },
)

test.each(['mp4', 'webm', 'avi'] as const)(
  'ffmpeg-video: describes an encoded %s as a probe does',
  async format => {
    const moving = [...testVideo('320x180', 1, 24), ...testTone(1), '-c:v', 'ffv1', '-c:a', 'pcm_s16le']
    const { media } = await harness.video(await makeClip(harness.clips, 'moving.mkv', moving), 'mkv', format)
    const { streams } = await probeClip(harness.result(format))
    expect(media).toMatchObject({ video: 'encoded', audio: 'encoded' })
    expect([media?.after.video?.width, media?.after.video?.height]).toEqual(
      details(streams[0], 'width', 'height'),
    )
    expect(media?.after.video?.framesPerSecond).toBe(24)
    expect([media?.after.audio?.channels, media?.after.audio?.sampleRateHz]).toEqual(
      details(streams[1], 'channels', 'sample_rate'),
    )
    expect(media?.after.audioTracks).toBe(1)
  },
)

test('ffmpeg-video: the last frame counts in the duration of an encoded video without audio', async () => {
  const moving = [...testVideo('160x90', 2, 10), '-c:v', 'ffv1']
  const { media } = await harness.video(await makeClip(harness.clips, 'silent.mkv', moving), 'mkv', 'mp4')
  expect(media).toMatchObject({ video: 'encoded', after: { durationSeconds: 2 } })
})
