/** Converts every accepted video format to the offered ones; results must be playable and match the source. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { clipSeconds, defaultSize, type VideoClip, videoClips } from './support/clips.ts'
import { likeness, loudnessDb } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { pairsOf } from './support/pairs.ts'
import { audioTracksOf, probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

/** Codecs that players expect in each container; Matroska accepts nearly anything. */
const playable = {
  mp4: { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264'], audioCodecs: ['aac'] },
  mov: { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264'], audioCodecs: ['aac'] },
  avi: { container: 'avi', video: ['mpeg4'], audioCodecs: ['mp3', 'ac3'] },
  webm: { container: 'matroska,webm', video: ['vp8', 'vp9', 'av1'], audioCodecs: ['opus', 'vorbis'] },
  mkv: {
    container: 'matroska,webm',
    video: ['h264', 'mpeg4', 'mpeg2video', 'vp8', 'vp9', 'theora'],
    audioCodecs: ['aac', 'ac3', 'mp3', 'mp2', 'opus', 'vorbis', 'pcm_s16le'],
  },
  m4v: { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264'], audioCodecs: ['aac'] },
  '3gp': { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264', 'h263'], audioCodecs: ['aac'] },
  flv: { container: 'flv', video: ['h264', 'flv1'], audioCodecs: ['aac'] },
  ts: {
    container: 'mpegts',
    video: ['h264', 'mpeg2video'],
    audioCodecs: ['aac', 'ac3', 'mp3', 'mp2'],
  },
  mpeg: { container: 'mpeg', video: ['mpeg2video'], audioCodecs: ['mp2', 'ac3'] },
  wmv: { container: 'asf', video: ['wmv2'], audioCodecs: ['wmav2'] },
  ogv: { container: 'ogg', video: ['theora'], audioCodecs: ['vorbis'] },
} as const

/** Tolerances between two good encodings of the same clip. */
const loudnessSlackDb = 1.5
const likenessFloor = 0.93
const durationSlackSeconds = 0.1
/** Windows Media counts the last block of audio as a whole. */
const windowsMediaSlackSeconds = 0.15

const names = Object.keys(videoClips) as (keyof typeof videoClips)[]

test.concurrent.each(pairsOf(names, convertVideo.outputs))(
  'HOME-15 HOME-16 convert-video: %s to %s keeps frames, size, duration and loudness',
  async (name, to) => {
    const { format, size = defaultSize, isSilent = false }: VideoClip = videoClips[name]
    const source = await harness.clips.video(name)
    const { path, media } = await harness.video(source, format, to)

    expect(sniffFormat(await readFile(path))).toBe(to)
    const [before, after] = [await probeResult(source), await probeResult(path)]
    const { container, video: videoCodecs, audioCodecs } = playable[to]
    expect(after.container).toBe(container)
    const video = videoOf(after)
    expect(videoCodecs).toContain(video?.codec)
    expect(video).toMatchObject({ width: size[0], height: size[1], pixelFormat: 'yuv420p' })
    expect(video?.framesPerSecond).toBeCloseTo(25, 0)
    // A stream without a container has no duration.
    const seconds = Number.isNaN(before.seconds) ? clipSeconds : before.seconds
    expect(Math.abs(after.seconds - seconds)).toBeLessThanOrEqual(
      to === 'wmv' ? windowsMediaSlackSeconds : durationSlackSeconds,
    )
    expect(await videoLikeness(path, source, to)).toBeGreaterThan(likenessFloor)

    const tracks = audioTracksOf(after)
    expect(tracks.map(track => audioCodecs.some(codec => codec === track.codec))).toEqual(
      isSilent ? [] : [true],
    )
    if (!isSilent) {
      const change = (await loudnessDb(path)) - (await loudnessDb(source))
      expect(Math.abs(change)).toBeLessThan(loudnessSlackDb)
    }
    expect(media.after.video).toMatchObject({ width: size[0], height: size[1] })
    expect(media.audio === null).toBe(isSilent)
  },
)

test('convert-video: leaves no files besides inputs and results', async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})

const constantRates: ReadonlySet<FormatId> = new Set(['avi', 'mpeg', 'ogv', 'wmv'])

/** With a constant frame rate, a video that starts after the audio gets an extra first frame. */
async function videoLikeness(path: string, source: string, to: FormatId): Promise<number> {
  const plain = await likeness(path, source)
  return constantRates.has(to) && plain < likenessFloor
    ? likeness(path, source, 'fps=25,trim=start_frame=1')
    : plain
}
