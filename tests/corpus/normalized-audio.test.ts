/** Audio edits: loudness normalization and silence removal. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openAudioHarness, rateHz, sweep } from './support/audio-harness.ts'
import { meter, peakBetween, samplesOf } from './support/measure-samples.ts'
import { audioTracksOf, probeResult } from './support/probe-result.ts'

const { audio, edit } = openAudioHarness()

describe('AUD-11 edit-audio: normalizes to -16 LUFS', () => {
  /** Noise with pauses like speech, and a much louder clap. */
  const speech = (level: number, rate = rateHz) =>
    `anoisesrc=color=pink:seed=4:sample_rate=${rate}:d=2.5,volume='${level}*if(between(mod(t,1.5),0,0.9),1,0.05)*` +
    `if(between(t,1.6,1.62),8,1)':eval=frame,asetnsamples=441`

  test.concurrent.each([
    ['quiet', 0.05, 'wav', []],
    ['loud', 2.5, 'mp3', []],
    ['hardly audible', 0.002, 'flac', ['-c:a', 'pcm_f32le']],
    ['six channels', 0.2, 'm4a', ['-ac', '6']],
    ['with claps', 0.4, 'ogg', ['-ac', '2']],
  ] as const)('%s', async (name, level, to, codecs) => {
    const path = await audio(`speech ${name}.wav`, speech(level), ...codecs)
    const before = await meter(path)
    const { path: result, notes } = await edit(path, 'wav', to, { normalize: true })
    const after = await meter(result)
    expect(Math.abs(before.lufs + 16)).toBeGreaterThan(0.6)
    expect(Math.abs(after.lufs + 16)).toBeLessThanOrEqual(0.5)
    expect(after.truePeakDb).toBeLessThanOrEqual(-1)
    expect(notes).toEqual([expect.stringMatching(/^Loudness changed from −\d+\.\d to −1[56]\.\d LUFS\.$/)])
    const [track] = audioTracksOf(await probeResult(result))
    expect(track).toMatchObject({
      sampleRateHz: rateHz,
      channels: audioTracksOf(await probeResult(path))[0]?.channels,
    })
  })

  test.concurrent('applies plain gain where peaks allow it, keeping the waveform', async () => {
    const path = await audio('even.wav', `${sweep(2, 96_000)},volume=0.1`, '-c:a', 'pcm_f32le')
    const [before, after] = [
      await samplesOf(path),
      await samplesOf((await edit(path, 'wav', 'wav', { normalize: true })).path),
    ]
    expect(after.length).toBe(before.length)
    const factor = (after[96_123] ?? 0) / (before[96_123] ?? 1)
    const maxError = after.reduce(
      (max, value, at) => Math.max(max, Math.abs(value - (before[at] ?? 9) * factor)),
      0,
    )
    expect(factor).toBeGreaterThan(2)
    expect(maxError).toBeLessThan(1e-6)
  })

  test.concurrent('volume applies on top', async () => {
    const { path } = await edit(await audio('speech.wav', speech(0.05)), 'wav', 'wav', {
      normalize: true,
      volume: 0.5,
    })
    expect(Math.abs((await meter(path)).lufs + 22)).toBeLessThanOrEqual(0.5)
  })

  test.concurrent('leaves silence and very short audio unchanged and adds a note', async () => {
    const silence = await edit(await audio('none.wav', `anullsrc=r=${rateHz}:d=1`), 'wav', 'mp3', {
      normalize: true,
    })
    expect(silence.notes).toEqual([expect.stringContaining('is silent')])
    const moment = await edit(await audio('moment.wav', sweep(0.2)), 'wav', 'wav', { normalize: true })
    expect(moment.notes).toEqual([expect.stringContaining('too short')])
    expect((await samplesOf(moment.path)).length).toBe(8820)
  })
})

describe('AUD-11 edit-audio: removes silence', () => {
  /** Tone from 1 to 2, 4 to 5 and 5.3 to 6 s; hiss at -60 dB otherwise. */
  const pauses =
    `aevalsrc='if(between(t,1,2)+between(t,4,5)+between(t,5.3,6),0.5*sin(440*2*PI*t),0.001*sin(3000*2*PI*t))'` +
    `:s=${rateHz}:d=8`

  test.concurrent.each(['wav', 'mp3'] as const)(
    'as %s: shortens long pauses and keeps short ones',
    async to => {
      const { path } = await edit(await audio('pauses.wav', pauses), 'wav', to, { removeSilence: true })
      const after = await samplesOf(path)
      const seconds = after.length / rateHz
      // 0.05 + 1 + 0.1 + 1 + 0.3 + 0.7 + 0.05
      expect(Math.abs(seconds - 3.2)).toBeLessThan(0.03)
      const loud = (from: number, until: number) => peakBetween(after, rateHz, from, until) > 0.4
      expect([loud(0, 0.03), loud(0.07, 0.1), loud(1.02, 1.07), loud(1.07, 1.13)]).toEqual([
        false,
        true,
        true,
        false,
      ])
      expect([loud(1.18, 1.25), loud(2.2, 2.4), loud(2.47, 2.6), loud(3.17, 3.2)]).toEqual([
        true,
        false,
        true,
        false,
      ])
    },
  )

  test.concurrent('keeps what is louder than the threshold', async () => {
    const path = await audio('pauses.wav', pauses)
    const result = await edit(path, 'wav', 'wav', { removeSilence: true, silenceThreshold: -70 })
    expect((await readFile(result.path)).equals(await readFile(path))).toBe(true)
  })

  test.concurrent('leaves an entirely silent file whole and adds a note', async () => {
    const path = await audio('hiss.wav', `aevalsrc=0.001*sin(3000*2*PI*t):s=${rateHz}:d=2`)
    const { path: result, notes } = await edit(path, 'wav', 'flac', { removeSilence: true, trimStart: 0.5 })
    expect((await samplesOf(result)).length).toBe(1.5 * rateHz)
    expect(notes).toEqual([expect.stringContaining('louder than −50 dB')])
  })

  test.concurrent('normalizes and fades what remains after removal', async () => {
    const path = await audio('pauses.wav', pauses)
    const settings = { removeSilence: true, normalize: true, trimStart: 0.5, trimEnd: 7 }
    const plain = await edit(path, 'wav', 'wav', settings)
    expect(Math.abs((await meter(plain.path)).lufs + 16)).toBeLessThanOrEqual(0.5)
    const faded = await samplesOf((await edit(path, 'wav', 'wav', { ...settings, fadeOut: 1 })).path)
    const original = await samplesOf(plain.path)
    expect(faded.length).toBe(original.length)
    const middle = faded.length - rateHz / 2
    const share =
      peakBetween(faded.subarray(middle, middle + 441), 441, 0, 1) /
      peakBetween(original.subarray(middle, middle + 441), 441, 0, 1)
    expect(share).toBeCloseTo(0.5, 1)
  })
})
