/** Audio conversions keep quality, bit depth, sample rate, channels, cover art and tags. */

import type { FormatId } from '@filesmith/contract/formats'
import { describe, expect, test } from 'vitest'
import { ffmpegBytes } from '../support/run-program.ts'
import { everyNth } from '../support/thorough.ts'
import { tone } from './support/clips.ts'
import { colorAt, loudnessDb } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { audioTracksOf, probeResult } from './support/probe-result.ts'

const harness = openMediaHarness()

/** White noise uses the full bitrate, so that bitrates can be measured. */
const noise =
  'anoisesrc=color=white:amplitude=0.3:duration=3:sample_rate=44100:seed=5[l];' +
  'anoisesrc=color=white:amplitude=0.3:duration=3:sample_rate=44100:seed=6[r];[l][r]join'
const noiseAs = (name: string, ...codecs: readonly string[]) =>
  harness.clips.make(name, '-f', 'lavfi', '-i', noise, ...codecs)

async function bitrateOf(path: string): Promise<number> {
  const contents = await probeResult(path)
  return audioTracksOf(contents)[0]?.bitrateKbps || Number.NaN
}

describe('HOME-22 convert-audio: bitrate', () => {
  test.concurrent.each(everyNth(2, ['320', '256', '192', '128']))(
    'mp3 at %s kbps has exactly that bitrate',
    async quality => {
      const { path, media } = await harness.audio(await noiseAs('noise.wav'), 'wav', 'mp3', quality)
      expect(await bitrateOf(path)).toBeCloseTo(Number(quality), 0)
      expect(media.after.audio?.bitrateKbps).toBeCloseTo(Number(quality), 0)
    },
  )

  test.concurrent.each(['m4a', 'aac', 'ogg'] as const)(
    'the bitrate of %s follows the requested one within a third',
    async to => {
      const source = await noiseAs('noise.wav')
      const rates: number[] = []
      for (const quality of everyNth(3, ['128', '192', '256', '320'])) {
        const { path } = await harness.audio(source, 'wav', to, quality)
        rates.push(((await packetBytes(path)) * 8) / 1000 / 3 / Number(quality))
      }
      for (const rate of rates) expect(Math.abs(rate - 1)).toBeLessThan(0.3)
    },
  )

  test.concurrent.each(everyNth(2, ['mp3', 'm4a', 'ogg']))(
    'a source of 96 kbps is not inflated as %s',
    async to => {
      const source = await noiseAs('poor.mp3', '-c:a', 'libmp3lame', '-b:a', '96k')
      const { path } = await harness.audio(source, 'mp3', to, '320')
      expect(((await packetBytes(path)) * 8) / 1000 / 3).toBeLessThan(120)
    },
  )

  test.concurrent.each(['wav', 'flac'] as const)('%s is lossless at any requested quality', async to => {
    const source = await noiseAs('noise.wav')
    const { path } = await harness.audio(source, 'wav', to, '128')
    expect(await samplesOf(path)).toEqual(await samplesOf(source))
  })
})

describe('convert-audio: bit depth, sample rate and channels', () => {
  test.concurrent.each([
    ['wav', 'flac', ['-c:a', 'pcm_s24le'], 'flac', 24],
    ['flac', 'wav', ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'], 'pcm_s24le', 24],
    ['aiff', 'wav', ['-c:a', 'pcm_s24be'], 'pcm_s24le', 24],
    ['wav', 'flac', ['-c:a', 'pcm_s16le'], 'flac', 16],
  ] as const)('%s to %s with %o keeps every sample', async (from, to, codecs, codec, bits) => {
    const source = await noiseAs(`deep-to-${to}-${bits}.${from}`, ...codecs)
    const { path } = await harness.audio(source, from, to)
    expect(audioTracksOf(await probeResult(path))).toMatchObject([{ codec, bitsPerSample: bits }])
    expect(await samplesOf(path)).toEqual(await samplesOf(source))
  })

  test.concurrent.each(
    everyNth(2, [
      [96_000, 'mp3', 48_000],
      [96_000, 'flac', 96_000],
      [8000, 'm4a', 8000],
      [22_050, 'mp3', 22_050],
      [11_025, 'ogg', 11_025],
    ]),
  )('%i Hz to %s becomes %i Hz', async (before, to, after) => {
    const source = await harness.clips.make(`rate-${before}.wav`, '-f', 'lavfi', '-i', tone(before))
    const { path } = await harness.audio(source, 'wav', to)
    expect(audioTracksOf(await probeResult(path))[0]?.sampleRateHz).toBe(after)
    expect(Math.abs((await loudnessDb(path)) - (await loudnessDb(source)))).toBeLessThan(1.5)
  })

  test.concurrent.each(everyNth(2, ['mp3', 'ogg', 'm4a', 'flac', 'wav', 'aac']))(
    'mono stays mono as %s',
    async to => {
      const source = await harness.clips.make(
        'mono.wav',
        '-f',
        'lavfi',
        '-i',
        'sine=duration=1.6',
        '-ac',
        '1',
      )
      expect(
        audioTracksOf(await probeResult((await harness.audio(source, 'wav', to)).path))[0]?.channels,
      ).toBe(1)
    },
  )
})

describe('convert-audio: cover art and tags', () => {
  async function source(): Promise<string> {
    const cover = await harness.clips.make(
      'cover.jpg',
      '-f',
      'lavfi',
      '-i',
      'color=0x2060c0:size=120x120',
      '-frames:v',
      '1',
    )
    return harness.clips.make(
      'cover.mp3',
      ...['-f', 'lavfi', '-i', tone(), '-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy'],
      ...['-disposition:v:0', 'attached_pic', '-metadata', 'title=Ständchen', '-metadata', 'artist=Franz'],
    )
  }

  test.concurrent('mp3 to m4a to flac to mp3 keeps cover art and tags', async () => {
    let [path, from]: [string, FormatId] = [await source(), 'mp3']
    for (const to of ['m4a', 'flac', 'mp3'] as const) {
      path = (await harness.audio(path, from, to)).path
      from = to
      const contents = await probeResult(path)
      expect(contents.tags).toMatchObject({ title: 'Ständchen', artist: 'Franz' })
      expect(contents.tracks.map(track => track.isCover)).toEqual([false, true])
      const [red = 0, green = 0, blue = 0] = await colorAt(path, 0)
      expect(
        [Math.abs(red - 0x20), Math.abs(green - 0x60), Math.abs(blue - 0xc0)].every(off => off < 20),
      ).toBe(true)
    }
  })

  test.concurrent.each(everyNth(2, ['ogg', 'wav', 'aac']))(
    '%s drops cover art, which it does not support',
    async to => {
      const { path, media } = await harness.audio(await source(), 'mp3', to)
      expect((await probeResult(path)).tracks.map(track => track.kind)).toEqual(['audio'])
      expect(media.before.video).toBeNull()
      if (to === 'ogg')
        expect(audioTracksOf(await probeResult(path))[0]?.tags).toMatchObject({ title: 'Ständchen' })
    },
  )
})

/** Hash of all decoded samples. */
async function samplesOf(path: string): Promise<string> {
  return `${await ffmpegBytes('-i', path, '-map', '0:a:0', '-c:a', 'pcm_s32le', '-f', 'hash')}`
}

/** Size of the audio packets without headers, tags and cover art. */
async function packetBytes(path: string): Promise<number> {
  return (await ffmpegBytes('-i', path, '-map', '0:a:0', '-c', 'copy', '-f', 'data')).length
}
