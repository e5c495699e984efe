/** Audio edits are exact to the sample: trim, volume and fades, with tags kept. */

import { readFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { describe, expect, test } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { openAudioHarness, rateHz, sweep } from './support/audio-harness.ts'
import { h264, testCard, tone } from './support/clips.ts'
import { meter, peakBetween, samplesOf } from './support/measure-samples.ts'
import { audioTracksOf, probeResult } from './support/probe-result.ts'

const { harness, audio, edit } = openAudioHarness()

async function codeOf(job: Promise<unknown>): Promise<string> {
  const outcome = await job.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(AppError)
  return (outcome as AppError).code
}

describe('AUD-12 edit-audio: the result has the trimmed length', () => {
  const range = { trimStart: 0.5, trimEnd: 1.234567 }
  const [first, end] = [22_050, 54_444]

  test.concurrent.each(
    everyNth(2, [
      ['wav', ['-c:a', 'pcm_s24le']],
      ['flac', ['-c:a', 'flac']],
      ['mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']],
      ['m4a', ['-c:a', 'aac', '-b:a', '128k']],
      ['ogg', ['-c:a', 'libvorbis', '-b:a', '128k']],
    ]),
  )('from %s contains exactly the samples of the range', async (from, codecs) => {
    const path = await audio(`sweep.${from}`, sweep(2), ...codecs)
    const original = await samplesOf(path)
    const result = await edit(path, from, 'wav', range)
    const trimmed = await samplesOf(result.path)
    expect(trimmed.length).toBe(end - first)
    const maxError = trimmed.reduce(
      (max, value, at) => Math.max(max, Math.abs(value - (original[first + at] ?? 9))),
      0,
    )
    // Lossy sources are decoded to 16 bits.
    expect(maxError).toBeLessThan(from === 'wav' || from === 'flac' ? 1e-9 : 1 / 32_000)
  })

  test.concurrent.each(everyNth(2, ['mp3', 'flac', 'm4a', 'ogg', 'aac']))(
    'as %s has the duration of the range',
    async to => {
      const { path, media } = await edit(
        await audio('sweep.wav', sweep(2), '-c:a', 'pcm_s24le'),
        'wav',
        to,
        range,
      )
      const seconds = (end - first) / rateHz
      if (to === 'm4a' || to === 'ogg')
        expect(Math.abs((await probeResult(path)).seconds - seconds)).toBeLessThan(0.0011)
      else if (to === 'aac')
        expect(Math.abs((await samplesOf(path)).length - (end - first))).toBeLessThan(3 * 1024)
      else expect((await samplesOf(path)).length).toBe(end - first)
      expect(Math.abs((media.after.durationSeconds ?? 0) - seconds)).toBeLessThan(0.1)
    },
  )

  test.concurrent('a WAV cut from a WAV keeps its bytes in every PCM format', async () => {
    for (const codec of ['pcm_u8', 'pcm_s16le', 'pcm_mulaw']) {
      const path = await audio(`${codec}.wav`, `${sweep(2)},aformat=channel_layouts=stereo`, '-c:a', codec)
      const result = await edit(path, 'wav', 'wav', { trimStart: 0.25 })
      expect(result.media.audio).toBe('copied')
      const [before, after] = [await dataOf(path), await dataOf(result.path)]
      expect(after.equals(before.subarray(before.length / 8))).toBe(true)
      expect(audioTracksOf(await probeResult(result.path))[0]).toMatchObject({
        codec,
        sampleRateHz: rateHz,
        channels: 2,
      })
    }
  })

  test.concurrent('returns the file byte for byte when nothing changes', async () => {
    for (const [from, settings] of [
      ['mp3', {}],
      ['wav', { trimEnd: 2 }],
      ['m4a', { trimEnd: 90 }],
      ['ogg', { removeSilence: true }],
    ] as const) {
      const path = await audio(`whole.${from}`, sweep(2))
      const result = await edit(path, from, from, settings)
      expect(result.media).toMatchObject({ audio: 'copied' })
      expect((await readFile(result.path)).equals(await readFile(path))).toBe(true)
    }
  })

  test.concurrent('clamps an end beyond the duration and rejects a start beyond it', async () => {
    const path = await audio('short.wav', sweep(1))
    expect(
      (await samplesOf((await edit(path, 'wav', 'wav', { trimStart: 0.4, trimEnd: 9 })).path)).length,
    ).toBe(26_460)
    for (const trimStart of [1, 1.2, 500])
      expect(await codeOf(edit(path, 'wav', 'mp3', { trimStart }))).toBe('trim-beyond-end')
  })
})

test('edit-audio: trims a file whose sample rate and channels change midway', async () => {
  const bare = ['-id3v2_version', '0', '-write_xing', '0']
  const first = await audio('first.mp3', 'sine=440:d=2', '-ac', '2', ...bare)
  const second = await audio('second.mp3', 'sine=880:d=2:r=22050', '-ac', '1', ...bare)
  const joined = await harness.clips.write(
    'joined.mp3',
    Buffer.concat([await readFile(first), await readFile(second)]),
  )
  const { path } = await edit(joined, 'mp3', 'wav', { trimStart: 1.5, trimEnd: 3, fadeOut: 0.1 })
  const after = await samplesOf(path)
  expect(after.length).toBe(1.5 * rateHz)
  expect(pitchOf(after.subarray(0, rateHz / 4))).toBeCloseTo(440, -2)
  expect(pitchOf(after.subarray(rateHz, rateHz * 1.25))).toBeCloseTo(880, -2)
})

describe('AUD-12 edit-audio: the result has the requested volume', () => {
  const steady = (level: number) => `aevalsrc=${level}*sin(440*2*PI*t):s=${rateHz}:d=1`

  test.concurrent.each(everyNth(2, [0.5, 1.35, 2]))('scales samples by %d', async volume => {
    const { path, notes } = await edit(await audio('quiet.wav', steady(0.2)), 'wav', 'wav', { volume })
    const [before, after] = [await samplesOf(await audio('quiet.wav', steady(0.2))), await samplesOf(path)]
    const maxError = after.reduce(
      (max, value, at) => Math.max(max, Math.abs(value - (before[at] ?? 9) * volume)),
      0,
    )
    expect(maxError).toBeLessThan(3 / 32_768)
    expect(notes).toEqual([])
  })

  test.concurrent('volume 0 is silence', async () => {
    const { path } = await edit(await audio('quiet.wav', steady(0.2)), 'wav', 'flac', { volume: 0 })
    expect((await samplesOf(path)).every(value => value === 0)).toBe(true)
  })

  test.concurrent('limits peaks instead of clipping, without distortion, and adds a note', async () => {
    const { path, notes } = await edit(await audio('loud.wav', steady(0.8)), 'wav', 'wav', { volume: 2 })
    expect((await meter(path)).truePeakDb).toBeLessThan(-0.8)
    expect(notes).toEqual([expect.stringContaining('limiter')])
    // Clipping would add a third harmonic at a fifth of the level.
    const after = await samplesOf(path)
    expect(levelAt(after, 440)).toBeGreaterThan(0.8)
    expect(levelAt(after, 1320)).toBeLessThan(0.005)
  })

  test.concurrent.each(everyNth(2, [8000, 16_000, 44_100]))('also as MP3 at %i Hz', async rate => {
    const path = await audio(`tone-${rate}.wav`, `aevalsrc=0.2*sin(440*2*PI*t):s=${rate}:d=2`)
    const after = await samplesOf((await edit(path, 'wav', 'mp3', { volume: 1.5 })).path)
    expect(peakBetween(after, rate, 0.5, 1.5)).toBeCloseTo(0.3, 2)
  })
})

describe('edit-audio: fades', () => {
  test.concurrent('are linear over the requested time, within the trimmed range', async () => {
    const level = await audio('level.wav', `aevalsrc=0.5:s=${rateHz}:d=4`, '-c:a', 'pcm_f32le')
    const { path } = await edit(level, 'wav', 'wav', { trimStart: 1, trimEnd: 3.5, fadeIn: 1, fadeOut: 0.5 })
    const after = await samplesOf(path)
    expect(after.length).toBe(2.5 * rateHz)
    const at = (seconds: number) => after[Math.round(seconds * rateHz)] ?? Number.NaN
    for (const [seconds, share] of [
      [0, 0],
      [0.25, 0.25],
      [0.5, 0.5],
      [1, 1],
      [1.9, 1],
      [2.25, 0.5],
      [2.4, 0.2],
    ] as const)
      expect(at(seconds)).toBeCloseTo(0.5 * share, 3)
    expect(after.at(-1)).toBeCloseTo(0, 3)
  })
})

describe('edit-audio: tags and cover art', () => {
  const named = async (extension: string, ...codecs: readonly string[]) => {
    const cover = await harness.clips.make(
      'cover.png',
      '-f',
      'lavfi',
      '-i',
      'color=red:size=64x64',
      '-frames:v',
      '1',
    )
    const names = ['-metadata', 'title=Ständchen', '-metadata', 'artist=Franz']
    const coverArt = [
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-disposition:v:0',
      'attached_pic',
    ]
    const isBare = extension === 'ogg'
    return audio(`named.${extension}`, tone(), ...(isBare ? [] : coverArt), ...names, ...codecs)
  }

  test.concurrent.each(everyNth(2, ['m4a', 'mp3', 'ogg', 'flac', 'wav']))('are kept as %s', async to => {
    const { path } = await edit(await named('mp3'), 'mp3', to, { trimStart: 0.2, volume: 0.8 })
    const contents = await probeResult(path)
    const tags = to === 'ogg' ? audioTracksOf(contents)[0]?.tags : contents.tags
    expect(tags).toMatchObject({ title: 'Ständchen', artist: 'Franz' })
    const hasRoom = to !== 'ogg' && to !== 'wav'
    expect(contents.tracks.map(track => track.isCover)).toEqual(hasRoom ? [false, true] : [false])
  })

  test.concurrent('are kept from Ogg, which stores tags on the stream', async () => {
    const source = await named('ogg')
    const edited = await edit(source, 'ogg', 'mp3', { trimStart: 0.2 })
    expect((await probeResult(edited.path)).tags).toMatchObject({ title: 'Ständchen' })
    const converted = await harness.audio(source, 'ogg', 'm4a')
    expect((await probeResult(converted.path)).tags).toMatchObject({ title: 'Ständchen' })
  })
})

describe('edit-audio: as a job', () => {
  test.concurrent('AUD-14 writes MP3 at 320 kbps, also from a low-bitrate source', async () => {
    const path = await audio('poor.mp3', tone(), '-b:a', '96k')
    const { media } = await edit(path, 'mp3', 'mp3', { trimStart: 0.1 })
    expect(media.after.audio?.bitrateKbps).toBe(320)
  })

  test.concurrent('rejects a video, but accepts audio in a video container', async () => {
    const video = await audio('video.mp4', testCard(64, 64), '-f', 'lavfi', '-i', tone(), ...h264)
    expect(await codeOf(edit(video, 'mp4', 'mp3', { trimStart: 0.1 }))).toBe('video-given')
    const { path } = await edit(await audio('voice.mp4', tone(), '-c:a', 'aac'), 'mp4', 'wav', {
      trimStart: 0.6,
    })
    expect((await samplesOf(path)).length).toBe(rateHz)
  })

  test.concurrent('progress never decreases and reaches 100 once, at the end', async () => {
    const percents: number[] = []
    const inputPath = await audio('pauses-long.wav', `${sweep(4)},volume='if(gt(t,2),0,1)':eval=frame`)
    const settings = { removeSilence: true, normalize: true, volume: 1.5, fadeIn: 0.5 }
    const onProgress = ({ percent }: { percent: number }) => percents.push(percent)
    await harness.converter.editAudio({ inputPath, from: 'wav', to: 'mp3', settings, onProgress })
    expect(percents.length).toBeGreaterThan(4)
    expect(percents).toEqual(percents.toSorted((one, other) => one - other))
    expect(percents.filter(percent => percent === 100)).toHaveLength(1)
  })

  test('canceling leaves no files behind', async () => {
    const inputPath = await audio('long.wav', `anoisesrc=d=600:sample_rate=8000:seed=1`)
    const abort = new AbortController()
    const onProgress = () => abort.abort()
    const settings = { normalize: true, removeSilence: true }
    const job = { inputPath, from: 'wav', to: 'mp3', settings, signal: abort.signal, onProgress } as const
    expect(await codeOf(harness.converter.editAudio(job))).toBe('cancelled')
    expect(await harness.converter.leftovers()).toEqual([])
  })
})

/** Frequency by counting rising zero crossings. */
function pitchOf(samples: Float32Array): number {
  const rises = samples.filter((value, at) => value >= 0 && (samples[at - 1] ?? 0) < 0).length
  return (rises * rateHz) / samples.length
}

/** Contents of the WAV data chunk. */
async function dataOf(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  const at = bytes.indexOf('data')
  return bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4))
}

/** Level of one frequency, by the Goertzel algorithm. */
function levelAt(samples: Float32Array, hertz: number): number {
  const part = samples.subarray(rateHz / 4, rateHz / 4 + rateHz / 2)
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rateHz)
  let [last, beforeLast] = [0, 0]
  for (const sample of part) [last, beforeLast] = [sample + coefficient * last - beforeLast, last]
  const power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
  return (2 * Math.sqrt(power)) / part.length
}
