/** Converts every accepted audio format to the offered ones; duration and loudness must stay. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { audioInputs } from '@filesmith/contract/operations/media-calls'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { ffmpegBytes } from '../support/run-program.ts'
import { audioClips, clipTones, generateAmr, tone } from './support/clips.ts'
import { loudestTones, measureTrack } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { pairsOf } from './support/pairs.ts'
import { audioTracksOf, probeResult, type Track, videoOf } from './support/probe-result.ts'
import { generateDsf, generateSilentApe, wrapRealAudio } from './support/rare-audio.ts'

const harness = openMediaHarness()

const expected = {
  mp3: { container: 'mp3', codecs: ['mp3'] },
  wav: { container: 'wav', codecs: ['pcm_s16le', 'pcm_s24le'] },
  aac: { container: 'aac', codecs: ['aac'] },
  ogg: { container: 'ogg', codecs: ['vorbis', 'opus'] },
  flac: { container: 'flac', codecs: ['flac'] },
  m4a: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['aac'] },
  opus: { container: 'ogg', codecs: ['opus'] },
  aiff: { container: 'aiff', codecs: ['pcm_s16be', 'pcm_s24be'] },
  wma: { container: 'asf', codecs: ['wmav2'] },
  ac3: { container: 'ac3', codecs: ['ac3'] },
  wavpack: { container: 'wv', codecs: ['wavpack'] },
  m4b: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['aac'] },
  m4r: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['aac'] },
  alac: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['alac'] },
  mka: {
    container: 'matroska,webm',
    codecs: ['aac', 'opus', 'vorbis', 'mp3', 'mp2', 'flac', 'alac', 'ac3', 'dts', 'wavpack', 'tta'].concat([
      ...['pcm_s16le', 'pcm_s16be'],
    ]),
  },
  caf: { container: 'caf', codecs: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'alac'] },
  au: { container: 'au', codecs: ['pcm_s16be', 'pcm_s24be'] },
  mp2: { container: 'mp3', codecs: ['mp2'] },
} satisfies Record<(typeof convertAudio.outputs)[number], { container: string; codecs: readonly string[] }>

/** Where only the extension distinguishes them. */
const sniffedAs: Partial<Record<FormatId, readonly FormatId[]>> = {
  ogg: ['ogg', 'opus'],
  m4r: ['m4a'],
  alac: ['m4a'],
  mka: ['mkv'],
}

const sources: Record<(typeof audioInputs)[number], () => Promise<string>> = {
  ...(Object.fromEntries(
    Object.keys(audioClips).map(name => [name, () => harness.clips.audio(name as keyof typeof audioClips)]),
  ) as Record<keyof typeof audioClips, () => Promise<string>>),
  amr: () => harness.clips.write('audio.amr', generateAmr()),
  ape: () => harness.clips.write('audio.ape', generateSilentApe()),
  dsd: () => harness.clips.write('audio.dsf', generateDsf()),
  musepack: async () => join(import.meta.dirname, 'samples/tone.mpc'),
  ra: async () => {
    const mono = [
      '-f',
      'lavfi',
      '-i',
      tone(8000),
      '-map',
      '0:a',
      '-ac',
      '1',
      '-c:a',
      'real_144',
      '-f',
      'data',
    ]
    return harness.clips.write('audio.ra', wrapRealAudio(await ffmpegBytes(...mono)))
  },
}
/** Their clips have no tones, or not one in each channel. */
const withoutTones: ReadonlySet<FormatId> = new Set(['amr', 'ape', 'ra'])
const monoClips: ReadonlySet<FormatId> = new Set(['amr', 'ra'])

const loudnessSlackDb = 1.5

test.concurrent.each(pairsOf(audioInputs, convertAudio.outputs))(
  'HOME-20 HOME-21 convert-audio: %s to %s keeps duration, loudness and channels',
  async (from, to) => {
    const source = await sources[from]()
    const { path, media } = await harness.audio(source, from, to)

    expect(sniffedAs[to] ?? [to]).toContain(sniffFormat(await readFile(path)))
    const after = await probeResult(path)
    expect(after.container).toBe(expected[to].container)
    expect(videoOf(after)).toBeUndefined()
    const [track, ...others] = audioTracksOf(after)
    expect(others).toEqual([])
    expect(expected[to].codecs).toContain(track?.codec)
    expect(track?.channels).toBe(monoClips.has(from) ? 1 : 2)
    const [measuredBefore, measuredAfter] = [await measureTrack(source), await measureTrack(path)]
    expect(Math.abs(measuredAfter.seconds - measuredBefore.seconds)).toBeLessThanOrEqual(
      slackSeconds(to, track),
    )
    expect(Math.abs(measuredAfter.loudnessDb - measuredBefore.loudnessDb)).toBeLessThan(loudnessSlackDb)
    if (!withoutTones.has(from))
      expect(await loudestTones(path, [220, 440, 660, 880])).toEqual([...clipTones])
    expect(media.after.audio?.channels).toBe(track?.channels)
    expect(media.video).toBeNull()
  },
)

test('convert-audio: leaves no files besides inputs and results', async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})

/** Raw AAC (ADTS) and AAC in Matroska cannot mark encoder delay and padding, one frame each. */
function slackSeconds(to: FormatId, track: Track | undefined): number {
  const frameSamples = 1024
  return (to === 'aac' || to === 'mka') && track
    ? Math.max(0.1, (2 * frameSamples) / track.sampleRateHz)
    : 0.1
}
