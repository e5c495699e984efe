/** Every accepted kind of film, and every offered one: what comes out plays, and looks and sounds like what went in. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { expect, test } from 'vitest'
import { defaultSize, type VideoClip, videoClips } from './support/clips.ts'
import { likeness, loudnessDb } from './support/compare-media.ts'
import { audioTracksOf, lookInto, videoOf } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'
import { pairsOf } from './support/pairs.ts'

const stage = openMediaStage()

/** What players expect in each container; Matroska takes nearly anything. */
const playable = {
  mp4: { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264'], sound: ['aac'] },
  mov: { container: 'mov,mp4,m4a,3gp,3g2,mj2', video: ['h264'], sound: ['aac'] },
  avi: { container: 'avi', video: ['mpeg4'], sound: ['mp3', 'ac3'] },
  webm: { container: 'matroska,webm', video: ['vp8', 'vp9', 'av1'], sound: ['opus', 'vorbis'] },
  mkv: {
    container: 'matroska,webm',
    video: ['h264', 'mpeg4', 'mpeg2video', 'vp9', 'theora'],
    sound: ['aac', 'ac3', 'mp3', 'mp2', 'opus', 'vorbis'],
  },
} as const

/** The most that two good encodings of a tone differ by. */
const loudnessSlackDb = 1.5
const likenessFloor = 0.93
const durationSlackSeconds = 0.1

const names = Object.keys(videoClips) as (keyof typeof videoClips)[]

test.concurrent.each(pairsOf(names, convertVideo.outputs))(
  'HOME-15 HOME-16 from %s to %s',
  async (name, to) => {
    const { format, size = defaultSize, isSilent = false }: VideoClip = videoClips[name]
    const source = await stage.clips.video(name)
    const { path, media } = await stage.video(source, format, to)

    expect(sniffFormat(await readFile(path))).toBe(to)
    const [before, after] = [await lookInto(source), await lookInto(path)]
    const { container, video: film, sound } = playable[to]
    expect(after.container).toBe(container)
    const image = videoOf(after)
    expect(film).toContain(image?.codec)
    expect(image).toMatchObject({ width: size[0], height: size[1], pixelFormat: 'yuv420p' })
    expect(image?.framesPerSecond).toBeCloseTo(25, 0)
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThanOrEqual(durationSlackSeconds)
    expect(await videoLikeness(path, source, to)).toBeGreaterThan(likenessFloor)

    const tracks = audioTracksOf(after)
    expect(tracks.map(track => sound.some(codec => codec === track.codec))).toEqual(isSilent ? [] : [true])
    if (!isSilent) {
      const change = (await loudnessDb(path)) - (await loudnessDb(source))
      expect(Math.abs(change)).toBeLessThan(loudnessSlackDb)
    }
    expect(media.after.video).toMatchObject({ width: size[0], height: size[1] })
    expect(media.audio === null).toBe(isSilent)
  },
)

test('nothing is left beside inputs and results', async () => {
  expect(await stage.converter.leftovers()).toEqual([])
})

/** An AVI cannot begin late: pictures that come after the sound are preceded by one that fills the gap. */
async function videoLikeness(path: string, source: string, to: FormatId): Promise<number> {
  const plain = await likeness(path, source)
  return to === 'avi' && plain < likenessFloor ? likeness(path, source, 'trim=start_frame=1') : plain
}
