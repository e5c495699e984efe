/** What Whisper hears: how loud each of its bands of pitch is, a hundred times a second, over half a minute. */
import { createFourier } from './fourier.ts'
import { type MelBand, melFilters } from './mel-bands.ts'

export const sampleRateHz = 16_000
const windowSeconds = 30

export const melFrames = 3000

const windowSamples = windowSeconds * sampleRateHz
const hopSamples = 160
const frameSamples = 400
const bins = frameSamples / 2 + 1

const hann = Float64Array.from(
  { length: frameSamples },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / frameSamples),
)
const fourier = createFourier(frameSamples)
const filters = new Map<number, readonly MelBand[]>()

/** Silence to the ears of the model; everything is measured from the loudest moment down to eight powers of ten below. */
const quietest = 1e-10
const depth = 8

/** One band after the other, 3000 frames each; what is missing to half a minute is silence. */
export function melSpectrogram(samples: Float32Array, bandCount: number): Float32Array {
  const bands = filters.get(bandCount) ?? melFilters({ bands: bandCount, bins, sampleRateHz })
  filters.set(bandCount, bands)
  const mel = new Float32Array(bandCount * melFrames).fill(Math.log10(quietest))
  const heardFrames = Math.min(melFrames, Math.ceil((samples.length + frameSamples / 2) / hopSamples))
  const [inRe, inIm, re, im] = [0, 0, 0, 0].map(() => new Float64Array(frameSamples)) as Four
  const power = new Float64Array(bins)
  for (let frame = 0; frame < heardFrames; frame += 2) {
    // Two frames of real numbers make one of complex ones, and come apart again by symmetry.
    fillFrame(inRe, samples, frame)
    fillFrame(inIm, samples, frame + 1)
    fourier.transform(inRe, inIm, re, im)
    for (const side of [0, 1] as const) {
      if (frame + side >= melFrames) break
      separate(re, im, side, power)
      addBands(mel, bands, frame + side, power)
    }
  }
  return normalise(mel)
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

/** The sound is mirrored at both ends of the window, as it was when the model was trained. */
function fillFrame(target: Float64Array, samples: Float32Array, frame: number): void {
  const start = frame * hopSamples - frameSamples / 2
  for (let i = 0; i < frameSamples; i += 1) {
    let at = Math.abs(start + i)
    if (at >= windowSamples) at = 2 * windowSamples - 2 - at
    target[i] = (samples[at] ?? 0) * (hann[i] as number)
  }
}

function separate(re: Float64Array, im: Float64Array, side: 0 | 1, power: Float64Array): void {
  for (let k = 0; k < bins; k += 1) {
    const mirrored = (frameSamples - k) % frameSamples
    const [a, b, c, d] = [re[k], im[k], re[mirrored], im[mirrored]] as [number, number, number, number]
    const [x, y] = side === 0 ? [a + c, b - d] : [b + d, c - a]
    power[k] = (x * x + y * y) / 4
  }
}

function addBands(mel: Float32Array, bands: readonly MelBand[], frame: number, power: Float64Array): void {
  for (const [band, { from, weights }] of bands.entries()) {
    let sum = 0
    for (let i = 0; i < weights.length; i += 1) sum += (weights[i] as number) * (power[from + i] as number)
    mel[band * melFrames + frame] = Math.log10(Math.max(sum, quietest))
  }
}

function normalise(mel: Float32Array): Float32Array {
  let loudest = Number.NEGATIVE_INFINITY
  for (const value of mel) if (value > loudest) loudest = value
  for (let i = 0; i < mel.length; i += 1) mel[i] = (Math.max(mel[i] as number, loudest - depth) + 4) / 4
  return mel
}
