import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { defaultEngineSettings } from '../../runtime.ts'
import { h264, makeClip, probeClip, streamHash, testTone } from '../clips.fixture.ts'
import { startFfmpeg } from '../start-ffmpeg.ts'
import { useMediaHarness } from '../use-media-harness.test-suite.ts'

const harness = useMediaHarness()

interface SubtitleOptions {
  readonly subtitles?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { percent: number }) => void
}

async function addSubtitles(path: string, way: 'burn' | 'track', options: SubtitleOptions = {}) {
  const engine = await startFfmpeg(defaultEngineSettings, harness.sandbox)
  const subtitles = options.subtitles ?? '1\n00:00:01,000 --> 00:00:02,000\nMMMMMMMM WWWWWWWW\n'
  return engine.runStep({
    step: { ability: 'ffmpeg-subtitles', from: 'mp4', to: 'mp4', options: { subtitles, way } },
    inputPath: path,
    outputPath: harness.result('mp4'),
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => {}),
  })
}

/** Gray frames of an odd size, three seconds long. */
function grayVideo(name: string, more: readonly string[] = []): Promise<string> {
  const image = ['-f', 'lavfi', '-i', 'color=c=gray:s=641x361:r=5:d=3']
  return makeClip(harness.clips, name, [
    ...image,
    ...testTone(3),
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv444p',
    ...more,
  ])
}

/** Number of nearly white pixels in the upper or lower third of the frame at this time. */
async function whitePixels(path: string, atSeconds: number, part: 'upper' | 'lower'): Promise<number> {
  const crop = part === 'lower' ? 'crop=iw:ih/3:0:ih*2/3' : 'crop=iw:ih/3:0:0'
  const args = ['-v', 'error', '-ss', String(atSeconds), '-i', path, '-frames:v', '1']
  const pixels = ['-vf', `${crop},format=gray`, '-f', 'rawvideo', '-']
  const { stdout } = await promisify(execFile)('/usr/bin/ffmpeg', [...args, ...pixels], {
    encoding: 'buffer',
  })
  return stdout.filter(value => value > 220).length
}

describe('ffmpeg-subtitles: burned in', () => {
  test('draws text into the frames of its time range and copies the audio', async () => {
    const path = await grayVideo('odd.mp4')
    const percents: number[] = []
    const outcome = await addSubtitles(path, 'burn', { onProgress: ({ percent }) => percents.push(percent) })
    expect(outcome.media).toMatchObject({ video: 'encoded', audio: 'copied' })
    expect(await whitePixels(harness.result('mp4'), 1.5, 'lower')).toBeGreaterThan(100)
    expect(await whitePixels(harness.result('mp4'), 1.5, 'upper')).toBe(0)
    expect(await whitePixels(harness.result('mp4'), 0.5, 'lower')).toBe(0)
    expect(await whitePixels(harness.result('mp4'), 2.5, 'lower')).toBe(0)
    const [image] = (await probeClip(harness.result('mp4'))).streams
    expect(image).toMatchObject({ codec_name: 'h264', width: 640, height: 360, pix_fmt: 'yuv420p' })
    expect(percents.at(-1)).toBe(100)
  })

  test('places text at the bottom of the displayed frame of rotated video', async () => {
    const landscape = await makeClip(harness.clips, 'lying.mp4', [
      ...['-f', 'lavfi', '-i', 'color=c=gray:s=640x360:r=5:d=3', ...h264],
    ])
    const rotation = ['-c', 'copy', '-metadata:s:v:0', 'rotate=90']
    const portrait = await makeClip(harness.clips, 'upright.mp4', ['-i', landscape, ...rotation])
    await addSubtitles(portrait, 'burn')
    const [image] = (await probeClip(harness.result('mp4'))).streams
    expect(image).toMatchObject({ width: 360, height: 640 })
    expect(await whitePixels(harness.result('mp4'), 1.5, 'lower')).toBeGreaterThan(50)
  })

  test('renders ASS override codes and filter syntax in the text as nothing but text (injection)', async () => {
    const path = await grayVideo('orders.mp4')
    const subtitles = "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\fs200 MMMM',[in];movie=x\n"
    await addSubtitles(path, 'burn', { subtitles })
    expect(await whitePixels(harness.result('mp4'), 1.5, 'upper')).toBe(0)
    expect(await whitePixels(harness.result('mp4'), 1.5, 'lower')).toBeGreaterThan(50)
  })
})

describe('ffmpeg-subtitles: as a track', () => {
  test('copies video and audio and adds a text track', async () => {
    const path = await makeClip(harness.clips, 'plain.mp4', [
      ...['-f', 'lavfi', '-i', 'color=c=gray:s=640x360:r=5:d=3', ...testTone(3), ...h264],
    ])
    const subtitles =
      '1\n00:00:01,000 --> 00:00:02,000\nمرحبا C:\\New {x}\n\n2\n00:00:02,200 --> 00:00:02,800\n你好\n'
    const outcome = await addSubtitles(path, 'track', { subtitles })
    expect(outcome.media).toMatchObject({ video: 'copied', audio: 'copied' })
    expect(await streamHash(harness.result('mp4'), 'v')).toBe(await streamHash(path, 'v'))
    expect(await streamHash(harness.result('mp4'), 'a')).toBe(await streamHash(path, 'a'))
    const { streams } = await probeClip(harness.result('mp4'))
    expect(streams.map(stream => stream.codec_name)).toEqual(['h264', 'aac', 'mov_text'])
    const args = ['-v', 'error', '-i', harness.result('mp4'), '-map', '0:s:0', '-f', 'srt', '-']
    const { stdout } = await promisify(execFile)('/usr/bin/ffmpeg', args)
    const shown = stdout.replaceAll('\u2060', '')
    expect(shown).toContain('00:00:01,000 --> 00:00:02,000\nمرحبا C:\\New {x}\n')
    expect(shown).toContain('你好')
  })
})

test('ffmpeg-subtitles: rejects invalid SRT before any work and leaves no files behind', async () => {
  const path = await grayVideo('refused.mp4')
  expect(await harness.codeOf(addSubtitles(path, 'burn', { subtitles: 'no times here' }))).toBe(
    'subtitles-invalid',
  )
})

test('ffmpeg-subtitles: leaves no files behind when canceled while burning in', async () => {
  const path = await makeClip(harness.clips, 'longer.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=10', ...h264],
  ])
  const canceling = new AbortController()
  const run = addSubtitles(path, 'burn', {
    signal: canceling.signal,
    onProgress: () => canceling.abort(),
  })
  expect(await harness.codeOf(run)).toBe('cancelled')
})
