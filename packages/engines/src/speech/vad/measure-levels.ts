/** Measures the audio level 50 times per second, overall and per mel band; runs in the helper. */
import { createFourier } from '../whisper/fourier.ts'
import { type MelBand, melFilters } from '../whisper/mel-bands.ts'

export const sampleRateHz = 16_000
export const framesPerSecond = 50
const samplesPerFrame = sampleRateHz / framesPerSecond
export const levelBands = 8
/** The overall level, then the bands from low to high. */
export const bytesPerFrame = 1 + levelBands

const spanSamples = 512
const bins = spanSamples / 2 + 1
const hann = Float64Array.from(
  { length: spanSamples },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / spanSamples),
)
/** A full-scale sine measures 0 dB. */
const fullScale = (hann.reduce((sum, weight) => sum + weight, 0) / 2) ** 2 * 1.5
/** Speech frequencies, above hum and below hiss. */
const speechHz = { lowest: 150, highest: 5000 }
const fourier = createFourier(spanSamples)
const bands = speechBands()

/** One byte per level: decibels below full scale, 0 to 120. */
export function measureLevels(samples: Float32Array): Uint8Array {
  const frames = Math.ceil(samples.length / samplesPerFrame)
  const levels = new Uint8Array(frames * bytesPerFrame)
  const [inRe, inIm, re, im] = [0, 0, 0, 0].map(() => new Float64Array(spanSamples)) as Four
  for (let frame = 0; frame < frames; frame += 2) {
    fill(inRe, samples, frame)
    fill(inIm, samples, frame + 1)
    fourier.transform(inRe, inIm, re, im)
    write(levels, frame, re, im, 1)
    if (frame + 1 < frames) write(levels, frame + 1, re, im, -1)
  }
  return levels
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

function fill(target: Float64Array, samples: Float32Array, frame: number): void {
  const start = frame * samplesPerFrame + (samplesPerFrame - spanSamples) / 2
  for (let i = 0; i < spanSamples; i += 1) target[i] = (samples[start + i] ?? 0) * (hann[i] as number)
}

/** Two real frames were transformed at once; the sign selects one by symmetry. */
function write(levels: Uint8Array, frame: number, re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  let whole = 0
  for (const [band, { from, weights }] of bands.entries()) {
    let sum = 0
    for (let i = 0; i < weights.length; i += 1) {
      const k = from + i
      const mirrored = (spanSamples - k) % spanSamples
      const x = (re[k] as number) + sign * (re[mirrored] as number)
      const y = (im[k] as number) - sign * (im[mirrored] as number)
      sum += ((weights[i] as number) * (x * x + y * y)) / 4
    }
    whole += sum
    levels[frame * bytesPerFrame + 1 + band] = toByte(sum)
  }
  levels[frame * bytesPerFrame] = toByte(whole)
}

function toByte(power: number): number {
  const decibels = -10 * Math.log10(Math.max(power / fullScale, 1e-12))
  return Math.max(0, Math.min(120, Math.round(decibels)))
}

function speechBands(): readonly MelBand[] {
  const isSpeech = (bin: number) => {
    const hz = (bin * sampleRateHz) / spanSamples
    return hz >= speechHz.lowest && hz <= speechHz.highest
  }
  return melFilters({ bands: levelBands, bins, sampleRateHz }).map(({ from, weights }) => {
    const highest = Math.max(...weights)
    return { from, weights: weights.map((weight, i) => (isSpeech(from + i) ? weight / highest : 0)) }
  })
}
