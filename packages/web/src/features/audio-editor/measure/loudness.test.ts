import { expect, test } from 'vitest'
import { integratedLoudness } from '../edit/use-selection-preview.ts'
import { createLoudnessMeter, kWeighting } from './loudness-meter.ts'

function tone(seconds: number, amplitude: number, rateHz = 48_000, hertz = 997): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / rateHz),
  )
}

function loudnessOf(chunks: readonly (readonly Float32Array[])[], rateHz = 48_000): number | undefined {
  const meter = createLoudnessMeter(rateHz)
  return integratedLoudness(chunks.flatMap(channels => [...meter.push(channels)]))
}

test('kWeighting: matches the coefficients of ITU-R BS.1770 at 48 kHz', () => {
  const [preFilter, highPass] = kWeighting(48_000)
  expect(preFilter.b0).toBeCloseTo(1.53512485958697, 8)
  expect(preFilter.b1).toBeCloseTo(-2.69169618940638, 8)
  expect(preFilter.a1).toBeCloseTo(-1.69065929318241, 8)
  expect(highPass.a1).toBeCloseTo(-1.99004745483398, 8)
  expect(highPass.a2).toBeCloseTo(0.99007225036621, 8)
})

test.each([44_100, 48_000, 22_050])(
  'integratedLoudness: a full-scale tone in one channel measures -3.01 LUFS at %i Hz',
  rateHz => {
    expect(loudnessOf([[tone(3, 1, rateHz)]], rateHz)).toBeCloseTo(-3.01, 1)
  },
)

test('integratedLoudness: a -23 dBFS tone in both channels measures -23 LUFS, in one chunk or several', () => {
  const samples = tone(4, 10 ** (-23 / 20))
  const whole = loudnessOf([[samples, samples]])
  const cut = [0, 50_001, 120_000].map((from, index, all) => samples.subarray(from, all[index + 1]))
  expect(whole).toBeCloseTo(-23, 1)
  expect(loudnessOf(cut.map(chunk => [chunk, chunk]))).toBeCloseTo(whole ?? 0, 5)
})

test('createLoudnessMeter: weights surround channels higher and ignores LFE', () => {
  const [loud, silent] = [tone(2, 0.1), new Float32Array(96_000)]
  const front = loudnessOf([[loud, silent, silent, silent, silent, silent]]) ?? 0
  const behind = loudnessOf([[silent, silent, silent, silent, loud, silent]]) ?? 0
  expect(behind - front).toBeCloseTo(1.5, 1)
  expect(loudnessOf([[silent, silent, silent, loud, silent, silent]])).toBeUndefined()
})

test('integratedLoudness: gates silence and much quieter parts', () => {
  const rateHz = 8000
  const loud = tone(5, 0.1, rateHz)
  const rest = [[tone(15, 0.001, rateHz)], [new Float32Array(10 * rateHz)]]
  expect(loudnessOf([[loud], ...rest], rateHz)).toBeCloseTo(loudnessOf([[loud]], rateHz) ?? 0, 0)
})

test('integratedLoudness: undefined for silence and for audio shorter than a window', () => {
  expect(loudnessOf([[new Float32Array(96_000)]])).toBeUndefined()
  expect(loudnessOf([[tone(0.3, 1)]])).toBeUndefined()
})
