/** The sound of every accepted kind of film, and every kind of recording that it may become. */
import { readFile } from 'node:fs/promises'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { videoClips } from './support/clips.ts'
import { listen } from './support/compare-media.ts'
import { audioTracksOf, lookInto, videoOf } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'
import { pairsOf } from './support/pairs.ts'

const stage = openMediaStage()

const { gif: _, ...soundingClips } = videoClips
const names = Object.keys(soundingClips) as (keyof typeof soundingClips)[]

test.concurrent.each(pairsOf(names, convertAudio.outputs))(
  'API-12 the sound of %s as %s',
  async (name, to) => {
    const source = await stage.clips.video(name)
    const { path, media } = await stage.extract(source, videoClips[name].format, to)
    const sniffed = sniffFormat(await readFile(path))
    expect(sniffed === 'opus' ? 'ogg' : sniffed).toBe(to)
    const after = await lookInto(path)
    expect(videoOf(after)).toBeUndefined()
    expect(audioTracksOf(after)).toHaveLength(1)
    const [heardBefore, heardAfter] = [await listen(source), await listen(path)]
    expect(Math.abs(heardAfter.seconds - heardBefore.seconds)).toBeLessThanOrEqual(0.1)
    expect(Math.abs(heardAfter.loudnessDb - heardBefore.loudnessDb)).toBeLessThan(1.5)
    expect(media.video).toBeNull()
  },
)

test('nothing is left beside inputs and results', async () => {
  expect(await stage.converter.leftovers()).toEqual([])
})
