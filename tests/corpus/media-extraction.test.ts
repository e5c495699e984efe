/** Extracts the audio of every accepted video format to every audio format. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { videoClips } from './support/clips.ts'
import { measureTrack } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { pairsOf } from './support/pairs.ts'
import { audioTracksOf, probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

const names = (Object.keys(videoClips) as (keyof typeof videoClips)[]).filter(
  name => !('isSilent' in videoClips[name]),
)

/** Copied Opus keeps its codec in an OGG file; the others differ by their extensions. */
const sniffedAs: Partial<Record<FormatId, readonly FormatId[]>> = {
  ogg: ['ogg', 'opus'],
  m4r: ['m4a'],
  alac: ['m4a'],
  mka: ['mkv'],
}

test.concurrent.each(pairsOf(names, convertAudio.outputs))(
  'API-12 convert-audio: extracts audio from %s as %s',
  async (name, to) => {
    const source = await harness.clips.video(name)
    const { path, media } = await harness.extract(source, videoClips[name].format, to)
    expect(sniffFormat(await readFile(path))).toBeOneOf(sniffedAs[to] ?? [to])
    const after = await probeResult(path)
    expect(videoOf(after)).toBeUndefined()
    expect(audioTracksOf(after)).toHaveLength(1)
    const [measuredBefore, measuredAfter] = [await measureTrack(source), await measureTrack(path)]
    expect(Math.abs(measuredAfter.seconds - measuredBefore.seconds)).toBeLessThanOrEqual(0.1)
    expect(Math.abs(measuredAfter.loudnessDb - measuredBefore.loudnessDb)).toBeLessThan(1.5)
    expect(media.video).toBeNull()
  },
)

test('convert-audio: extraction leaves no files besides inputs and results', async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})
