/** Converts every accepted audio format to the offered ones; duration and loudness must stay. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { audioInputs, convertAudio } from '@filesmith/contract/operations/convert-audio'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { audioClips, generateAmr } from './support/clips.ts'
import { measureTrack } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { pairsOf } from './support/pairs.ts'
import { audioTracksOf, probeResult, type Track, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

const expected = {
  mp3: { container: 'mp3', codecs: ['mp3'] },
  wav: { container: 'wav', codecs: ['pcm_s16le'] },
  aac: { container: 'aac', codecs: ['aac'] },
  ogg: { container: 'ogg', codecs: ['vorbis', 'opus'] },
  flac: { container: 'flac', codecs: ['flac'] },
  m4a: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['aac'] },
  opus: { container: 'ogg', codecs: ['opus'] },
  aiff: { container: 'aiff', codecs: ['pcm_s16be'] },
} as const

/** Opus in Ogg is sniffed as opus; the extension .ogg covers both. */
const sniffedAs: Partial<Record<FormatId, readonly FormatId[]>> = { ogg: ['ogg', 'opus'] }

const sources: Record<(typeof audioInputs)[number], () => Promise<string>> = {
  ...(Object.fromEntries(
    Object.keys(audioClips).map(name => [name, () => harness.clips.audio(name as keyof typeof audioClips)]),
  ) as Record<keyof typeof audioClips, () => Promise<string>>),
  amr: () => harness.clips.write('audio.amr', generateAmr()),
}

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
    expect(track?.channels).toBe(from === 'amr' ? 1 : 2)
    const [measuredBefore, measuredAfter] = [await measureTrack(source), await measureTrack(path)]
    expect(Math.abs(measuredAfter.seconds - measuredBefore.seconds)).toBeLessThanOrEqual(
      slackSeconds(to, track),
    )
    expect(Math.abs(measuredAfter.loudnessDb - measuredBefore.loudnessDb)).toBeLessThan(loudnessSlackDb)
    expect(media.after.audio?.channels).toBe(track?.channels)
    expect(media.video).toBeNull()
  },
)

test('convert-audio: leaves no files besides inputs and results', async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})

/** Raw AAC (ADTS) cannot mark encoder delay and padding, one frame each. */
function slackSeconds(to: FormatId, track: Track | undefined): number {
  const frameSamples = 1024
  return to === 'aac' && track ? Math.max(0.1, (2 * frameSamples) / track.sampleRateHz) : 0.1
}
