/** Resource limits of media conversions, checked before and during the run, and cancellation. */

import type { EngineSettings, MediaLimits, Progress } from '@filesmith/engines/engine'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ffmpegBytes } from '../support/run-program.ts'
import { everyNth } from '../support/thorough.ts'
import { type ClipFolder, h264, openClipFolder, testCard } from './support/clips.ts'
import { mediaOnly, startConverter } from './support/converter.ts'
import { processesBelow } from './support/processes-below.ts'

let clips: ClipFolder

beforeAll(async () => {
  clips = await openClipFolder()
})

afterAll(() => clips.close())

/** Takes an encoder minutes to convert and seconds to generate. */
const slow = () =>
  clips
    .make('slow.mp4', '-f', 'lavfi', '-i', testCard(1280, 720, 2), ...h264, '-c:a', 'aac')
    .then(second => clips.make('very-slow.mp4', '-stream_loop', '40', '-i', second, '-c', 'copy'))

async function rejection(
  settings: Partial<EngineSettings>,
  inputPath: string,
  from: 'mp4' | 'webm' | 'wav',
): Promise<unknown> {
  const converter = await startConverter({ ...mediaOnly, ...settings })
  try {
    const operation = from === 'wav' ? 'convert-audio' : 'convert-video'
    const run = converter.convertMedia({
      operation,
      inputPath,
      from,
      to: from === 'wav' ? 'mp3' : 'mkv',
      quality: from === 'wav' ? '256' : '360p',
    })
    const outcome = await run.then(
      () => 'converted',
      (error: unknown) => error,
    )
    expect(await converter.leftovers()).toEqual([])
    expect(processesBelow(process.pid, 'ffmpeg')).toEqual([])
    return outcome
  } finally {
    await converter.close()
  }
}

function media(changes: Partial<MediaLimits>): Partial<EngineSettings> {
  return { media: { ...defaultEngineSettings.media, ...changes } }
}

describe('media limits before the run', () => {
  test('rejects a video beyond the maximum duration', async () => {
    const outcome = await rejection(media({ maxDurationSeconds: 1 }), await clips.video('mp4'), 'mp4')
    expect(outcome).toMatchObject({ code: 'media-too-long' })
  })

  test('rejects an audio file beyond the maximum duration', async () => {
    const outcome = await rejection(media({ maxDurationSeconds: 1 }), await clips.audio('wav'), 'wav')
    expect(outcome).toMatchObject({ code: 'media-too-long' })
  })

  test('rejects a video of undeclared duration beyond the maximum', async () => {
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-f', 'webm', '-live', '1']
    const bytes = await ffmpegBytes('-f', 'lavfi', '-i', testCard(160, 90, 3), ...vp8)
    const path = await clips.write('live.webm', bytes)
    const outcome = await rejection(media({ maxDurationSeconds: 1 }), path, 'webm')
    expect(outcome).toMatchObject({ code: 'media-too-long' })
    expect(await rejection({}, path, 'webm')).toBe('converted')
  })

  test('rejects a video with frames beyond the pixel limit', async () => {
    const video = await clips.video('mp4')
    const outcome = await rejection(media({ maxFramePixels: 320 * 180 - 1 }), video, 'mp4')
    expect(outcome).toMatchObject({ code: 'video-too-large' })
    expect(await rejection(media({ maxFramePixels: 320 * 180 }), video, 'mp4')).toBe('converted')
  })
})

describe('media limits during the run', () => {
  test('stops at the maximum output size', async () => {
    const outcome = await rejection({ maxOutputBytes: 100_000 }, await slow(), 'mp4')
    expect(outcome).toMatchObject({ code: 'result-too-large' })
  })

  test('stops at the CPU time limit', async () => {
    expect(await rejection(media({ cpuSeconds: 2 }), await slow(), 'mp4')).toMatchObject({
      code: 'took-too-long',
    })
  })

  test('stops at the timeout', async () => {
    expect(await rejection(media({ timeoutMs: 1500 }), await slow(), 'mp4')).toMatchObject({
      code: 'took-too-long',
    })
  })

  test.each(everyNth(2, ['mp4', 'mkv', 'webm', 'avi']))(
    'CONV-19 canceling a conversion to %s stops ffmpeg and leaves no files',
    async to => {
      const converter = await startConverter(mediaOnly)
      const cancel = new AbortController()
      const run = converter.convertMedia({
        operation: 'convert-video',
        inputPath: await slow(),
        from: 'mp4',
        to,
        quality: '360p',
        signal: cancel.signal,
        onProgress: ({ percent }) => {
          if (percent > 0) cancel.abort()
        },
      })
      await expect(run).rejects.toMatchObject({ code: 'cancelled' })
      expect(await converter.leftovers()).toEqual([])
      expect(processesBelow(process.pid, 'ffmpeg')).toEqual([])
      await converter.close()
    },
  )
})

describe('CONV-06 progress follows the time that ffmpeg has processed', () => {
  test.each([
    ['convert-video', 'mp4'],
    ['convert-audio', 'mp3'],
  ] as const)('%s', async (operation, to) => {
    const converter = await startConverter(mediaOnly)
    const events: Progress[] = []
    const image = ['-f', 'lavfi', '-i', testCard(640, 360, 12)]
    const audio = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=400']
    const inputPath =
      operation === 'convert-video'
        ? await clips.make('progress.avi', ...image, '-c:v', 'mpeg4', '-q:v', '4')
        : await clips.make('progress.wav', ...audio)
    const from = operation === 'convert-video' ? 'avi' : 'wav'
    await converter.convertMedia({
      operation,
      inputPath,
      from,
      to,
      onProgress: progress => events.push(progress),
    })
    await converter.close()
    const percents = events.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.filter(percent => percent > 0 && percent < 95).length).toBeGreaterThan(2)
    expect(percents.at(-1)).toBe(100)
    expect(percents.slice(0, -1).every(percent => percent <= 95)).toBe(true)
  })
})
