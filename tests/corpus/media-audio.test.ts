/** Every accepted kind of recording, and every offered one: as long and as loud as it was. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { audioInputs, convertAudio } from '@filesmith/contract/operations/convert-audio'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { audioClips, drawAmr } from './support/clips.ts'
import { listen } from './support/compare-media.ts'
import { audioTracksOf, lookInto, type Track, videoOf } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'
import { pairsOf } from './support/pairs.ts'

const stage = openMediaStage()

const expected = {
  mp3: { container: 'mp3', codecs: ['mp3'] },
  wav: { container: 'wav', codecs: ['pcm_s16le'] },
  aac: { container: 'aac', codecs: ['aac'] },
  ogg: { container: 'ogg', codecs: ['vorbis', 'opus'] },
  flac: { container: 'flac', codecs: ['flac'] },
  m4a: { container: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: ['aac'] },
} as const

/** Opus in Ogg is named after its codec; the ending .ogg holds for both. */
const sniffedAs: Partial<Record<FormatId, readonly FormatId[]>> = { ogg: ['ogg', 'opus'] }

const sources: Record<(typeof audioInputs)[number], () => Promise<string>> = {
  ...(Object.fromEntries(
    Object.keys(audioClips).map(name => [name, () => stage.clips.sound(name as keyof typeof audioClips)]),
  ) as Record<keyof typeof audioClips, () => Promise<string>>),
  amr: () => stage.clips.write('sound.amr', drawAmr()),
}

const loudnessSlackDb = 1.5

test.concurrent.each(pairsOf(audioInputs, convertAudio.outputs))(
  'HOME-20 HOME-21 from %s to %s',
  async (from, to) => {
    const source = await sources[from]()
    const { path, media } = await stage.audio(source, from, to)

    expect(sniffedAs[to] ?? [to]).toContain(sniffFormat(await readFile(path)))
    const after = await lookInto(path)
    expect(after.container).toBe(expected[to].container)
    expect(videoOf(after)).toBeUndefined()
    const [track, ...others] = audioTracksOf(after)
    expect(others).toEqual([])
    expect(expected[to].codecs).toContain(track?.codec)
    expect(track?.channels).toBe(from === 'amr' ? 1 : 2)
    const [heardBefore, heardAfter] = [await listen(source), await listen(path)]
    expect(Math.abs(heardAfter.seconds - heardBefore.seconds)).toBeLessThanOrEqual(slackSeconds(to, track))
    expect(Math.abs(heardAfter.loudnessDb - heardBefore.loudnessDb)).toBeLessThan(loudnessSlackDb)
    expect(media.after.audio?.channels).toBe(track?.channels)
    expect(media.video).toBeNull()
  },
)

test('nothing is left beside inputs and results', async () => {
  expect(await stage.converter.leftovers()).toEqual([])
})

/** Bare AAC cannot say that its first frame and the rest of its last one are padding. */
function slackSeconds(to: FormatId, track: Track | undefined): number {
  const frameSamples = 1024
  return to === 'aac' && track ? Math.max(0.1, (2 * frameSamples) / track.sampleRateHz) : 0.1
}
