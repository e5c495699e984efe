/** Recordings keep what can be heard of them, and their covers and names. */
import type { FormatId } from '@filesmith/contract/formats'
import { describe, expect, test } from 'vitest'
import { ffmpegBytes } from '../support/run-program.ts'
import { tone } from './support/clips.ts'
import { colorAt, loudnessDb } from './support/compare-media.ts'
import { audioTracksOf, lookInto } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'

const stage = openMediaStage()

/** Noise needs every bit it is given, so that bitrates can be read off. */
const noise =
  'anoisesrc=color=white:amplitude=0.3:duration=3:sample_rate=44100:seed=5[l];' +
  'anoisesrc=color=white:amplitude=0.3:duration=3:sample_rate=44100:seed=6[r];[l][r]join'
const noiseAs = (name: string, ...codecs: readonly string[]) =>
  stage.clips.make(name, '-f', 'lavfi', '-i', noise, ...codecs)

async function bitrateOf(path: string): Promise<number> {
  const contents = await lookInto(path)
  return audioTracksOf(contents)[0]?.bitrateKbps || Number.NaN
}

describe('HOME-22 bitrates', () => {
  test.concurrent.each(['320', '256', '192', '128'])('%s kbps of mp3 are exactly that', async quality => {
    const { path, media } = await stage.audio(await noiseAs('noise.wav'), 'wav', 'mp3', quality)
    expect(await bitrateOf(path)).toBeCloseTo(Number(quality), 0)
    expect(media.after.audio?.bitrateKbps).toBeCloseTo(Number(quality), 0)
  })

  test.concurrent.each(['m4a', 'aac', 'ogg'] as const)(
    'more kbps of %s make a larger file, near what was asked',
    async to => {
      const source = await noiseAs('noise.wav')
      const rates: number[] = []
      for (const quality of ['128', '192', '256', '320']) {
        const { path } = await stage.audio(source, 'wav', to, quality)
        rates.push(((await packetBytes(path)) * 8) / 1000 / 3 / Number(quality))
      }
      for (const rate of rates) expect(Math.abs(rate - 1)).toBeLessThan(0.3)
    },
  )

  test.concurrent.each(['mp3', 'm4a', 'ogg'] as const)(
    'a recording of 96 kbps is not blown up as %s',
    async to => {
      const source = await noiseAs('poor.mp3', '-c:a', 'libmp3lame', '-b:a', '96k')
      const { path } = await stage.audio(source, 'mp3', to, '320')
      expect(((await packetBytes(path)) * 8) / 1000 / 3).toBeLessThan(120)
    },
  )

  test.concurrent.each(['wav', 'flac'] as const)('%s loses nothing, whatever was asked', async to => {
    const source = await noiseAs('noise.wav')
    const { path } = await stage.audio(source, 'wav', to, '128')
    expect(await samplesOf(path)).toEqual(await samplesOf(source))
  })
})

describe('depth and rate', () => {
  test.concurrent.each([
    ['wav', 'flac', ['-c:a', 'pcm_s24le'], 'flac', 24],
    ['flac', 'wav', ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'], 'pcm_s24le', 24],
    ['aiff', 'wav', ['-c:a', 'pcm_s24be'], 'pcm_s24le', 24],
    ['wav', 'flac', ['-c:a', 'pcm_s16le'], 'flac', 16],
  ] as const)('%s to %s with %o keeps every bit', async (from, to, codecs, codec, bits) => {
    const source = await noiseAs(`deep-to-${to}-${bits}.${from}`, ...codecs)
    const { path } = await stage.audio(source, from, to)
    expect(audioTracksOf(await lookInto(path))).toMatchObject([{ codec, bitsPerSample: bits }])
    expect(await samplesOf(path)).toEqual(await samplesOf(source))
  })

  test.concurrent.each([
    [96_000, 'mp3', 48_000],
    [96_000, 'flac', 96_000],
    [22_050, 'mp3', 22_050],
    [8000, 'm4a', 8000],
    [11_025, 'ogg', 11_025],
  ] as const)('%i Hz to %s are %i Hz', async (before, to, after) => {
    const source = await stage.clips.make(`rate-${before}.wav`, '-f', 'lavfi', '-i', tone(before))
    const { path } = await stage.audio(source, 'wav', to)
    expect(audioTracksOf(await lookInto(path))[0]?.sampleRateHz).toBe(after)
    expect(Math.abs((await loudnessDb(path)) - (await loudnessDb(source)))).toBeLessThan(1.5)
  })

  test.concurrent.each(['mp3', 'ogg', 'm4a', 'flac', 'wav', 'aac'] as const)(
    'one loudspeaker stays one as %s',
    async to => {
      const source = await stage.clips.make('mono.wav', '-f', 'lavfi', '-i', 'sine=duration=1.6', '-ac', '1')
      expect(audioTracksOf(await lookInto((await stage.audio(source, 'wav', to)).path))[0]?.channels).toBe(1)
    },
  )
})

describe('covers and names', () => {
  async function source(): Promise<string> {
    const cover = await stage.clips.make(
      'cover.jpg',
      '-f',
      'lavfi',
      '-i',
      'color=0x2060c0:size=120x120',
      '-frames:v',
      '1',
    )
    return stage.clips.make(
      'cover.mp3',
      ...['-f', 'lavfi', '-i', tone(), '-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy'],
      ...['-disposition:v:0', 'attached_pic', '-metadata', 'title=Ständchen', '-metadata', 'artist=Franz'],
    )
  }

  test.concurrent('mp3 to m4a to flac to mp3: the cover and the names come along', async () => {
    let [path, from]: [string, FormatId] = [await source(), 'mp3']
    for (const to of ['m4a', 'flac', 'mp3'] as const) {
      path = (await stage.audio(path, from, to)).path
      from = to
      const contents = await lookInto(path)
      expect(contents.tags).toMatchObject({ title: 'Ständchen', artist: 'Franz' })
      expect(contents.tracks.map(track => track.isCover)).toEqual([false, true])
      const [red = 0, green = 0, blue = 0] = await colorAt(path, 0)
      expect(
        [Math.abs(red - 0x20), Math.abs(green - 0x60), Math.abs(blue - 0xc0)].every(off => off < 20),
      ).toBe(true)
    }
  })

  test.concurrent.each(['wav', 'ogg', 'aac'] as const)(
    '%s has no room for a cover, and does without',
    async to => {
      const { path, media } = await stage.audio(await source(), 'mp3', to)
      expect((await lookInto(path)).tracks.map(track => track.kind)).toEqual(['audio'])
      expect(media.before.video).toBeNull()
      if (to === 'ogg')
        expect(audioTracksOf(await lookInto(path))[0]?.tags).toMatchObject({ title: 'Ständchen' })
    },
  )
})

/** Every sample, with all its bits. */
async function samplesOf(path: string): Promise<string> {
  return `${await ffmpegBytes('-i', path, '-map', '0:a:0', '-c:a', 'pcm_s32le', '-f', 'hash')}`
}

/** Of the sound alone, without headers, tags and covers. */
async function packetBytes(path: string): Promise<number> {
  return (await ffmpegBytes('-i', path, '-map', '0:a:0', '-c', 'copy', '-f', 'data')).length
}
