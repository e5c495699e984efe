import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sandbox } from '../process/sandbox.ts'
import { h264, makeClip, testTone, testVideo } from './clips.fixture.ts'
import { useMediaHarness } from './use-media-harness.test-suite.ts'

const harness = useMediaHarness()

/** Records the programs started for a file; the start of the engine lists the codecs once. */
function recordStarts() {
  const programs: string[] = []
  const wrapSandbox = (real: Sandbox): Sandbox => ({
    ...real,
    prepare: command => {
      if (!command.args.includes('-codecs')) programs.push(basename(command.command))
      return real.prepare(command)
    },
  })
  return { programs, wrapSandbox }
}

const direct = ['ffprobe', 'ffmpeg']
/** A copied stream may be unreadable in its new container, so the result is probed. */
const copied = ['ffprobe', 'ffmpeg', 'ffprobe']
const measured = ['ffprobe', 'ffmpeg', 'ffmpeg']

test.each([
  ['mp4', 'webm', direct],
  ['mkv', 'avi', direct],
  ['mp4', 'mkv', copied],
] as const)('ffmpeg-video: %s to %s starts %j', async (from, to, starts) => {
  const { programs, wrapSandbox } = recordStarts()
  const clip = [...testVideo('160x90', 1), ...testTone(1), ...h264, '-c:a', 'aac']
  await harness.video(await makeClip(harness.clips, `short.${from}`, clip), from, to, { wrapSandbox })
  expect(programs).toEqual(starts)
})

test.each([
  ['wav', 1, direct],
  // Declares no duration of the track; the probe of a small file lists its packets.
  ['mka', 1, direct],
  // Bare frames declare no duration, and may change midway: they are listed beside the probe.
  ['mp3', 1, ['ffprobe', 'ffprobe', 'ffmpeg']],
  ['mp3', 30, ['ffprobe', 'ffprobe', 'ffmpeg', 'ffmpeg']],
] as const)('ffmpeg-audio: %s of %d seconds starts %j', async (extension, seconds, starts) => {
  const { programs, wrapSandbox } = recordStarts()
  const path = await makeClip(harness.clips, `${seconds}.${extension}`, testTone(seconds))
  const format = extension === 'mka' ? 'mkv' : extension
  await harness.audio(path, format, 'm4a', { wrapSandbox })
  expect(programs).toEqual(starts)
})

test('ffmpeg-audio: measures a long file before the work', async () => {
  const { programs, wrapSandbox } = recordStarts()
  await harness.audio(await makeClip(harness.clips, 'long.wav', testTone(61)), 'wav', 'mp3', { wrapSandbox })
  expect(programs).toEqual(measured)
})

test('ffmpeg-audio: warns of a truncated file without measuring it', async () => {
  const { programs, wrapSandbox } = recordStarts()
  const whole = await readFile(
    await makeClip(harness.clips, 'whole.m4a', [...testTone(8), '-c:a', 'aac', '-movflags', '+faststart']),
  )
  const path = join(harness.clips, 'cut.m4a')
  await writeFile(path, whole.subarray(0, Math.round(whole.length * 0.4)))
  const { warnings } = await harness.audio(path, 'm4a', 'mp3', { wrapSandbox })
  expect(warnings).toEqual([
    expect.stringMatching(/^The file ends early: 3\.\d of 8\.0 seconds could be read\.$/),
  ])
  // ffmpeg logs an error, so its report is not trusted.
  expect(programs).toEqual(['ffprobe', 'ffmpeg', 'ffprobe'])
})
