import { expect, test } from 'vitest'
import { detectSpeech } from './detect-speech.ts'
import { createFrameLevels, toSeconds } from './frame-levels.ts'
import { measureLevels, sampleRateHz } from './measure-levels.ts'

/** Synthetic syllables: harmonics with an envelope of four per second and moving pitch and formant. */
function voice(seconds: number): (t: number) => number {
  return t => {
    const swell = Math.max(0, Math.sin(Math.PI * 4 * t)) ** 2
    const color = 700 + 500 * Math.sin(2 * Math.PI * 1.7 * t)
    let sum = 0
    for (let k = 1; k < 20; k += 1) {
      const hz = k * (120 + 20 * Math.sin(2 * Math.PI * 0.6 * t))
      sum += Math.sin(2 * Math.PI * hz * t) * Math.exp(-(((hz - color) / 600) ** 2))
    }
    return t < seconds ? 0.15 * swell * sum : 0
  }
}

/** Deterministic noise. */
function noise(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function audio(seconds: number, at: (t: number) => number): Float32Array {
  return Float32Array.from({ length: seconds * sampleRateHz }, (_, i) => at(i / sampleRateHz))
}

const levelsOf = (samples: Float32Array) => createFrameLevels(measureLevels(samples))
const found = (samples: Float32Array) =>
  detectSpeech(levelsOf(samples)).intervals.map(
    ({ from, until }) => [toSeconds(from), toSeconds(until)] as const,
  )

test('detectSpeech: finds no speech in silence, noise, hum or a sustained chord', () => {
  const random = noise()
  expect(found(audio(5, () => 0))).toEqual([])
  expect(found(audio(5, () => 0.3 * random()))).toEqual([])
  expect(found(audio(5, () => 0.001 * random()))).toEqual([])
  const chord = (t: number) =>
    0.2 * [262, 330, 392].reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * t), 0)
  expect(found(audio(5, chord))).toEqual([])
})

test('detectSpeech: finds speech between pauses, also over noise', () => {
  const random = noise()
  const speech = voice(3)
  const twice = (t: number) => (t < 4 ? 0 : t < 9 ? speech(t - 4) : speech(t - 9))
  const intervals = found(audio(14, t => twice(t) + 0.002 * random()))
  expect(intervals).toHaveLength(2)
  expect(intervals[0]?.[0]).toBeCloseTo(3.8, 0)
  expect(intervals[0]?.[1]).toBeCloseTo(7.2, 0)
  expect(intervals[1]?.[0]).toBeCloseTo(8.8, 0)
})

test('detectSpeech: finds very quiet speech', () => {
  const speech = voice(3)
  expect(found(audio(4, t => 0.01 * speech(t)))).toHaveLength(1)
})
