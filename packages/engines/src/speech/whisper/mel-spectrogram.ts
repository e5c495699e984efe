/** Log-mel spectrogram as Whisper expects it: 100 frames per second over 30 seconds. */
import { createFourier } from './fourier.ts'
import { type MelBand, melFilters } from './mel-bands.ts'

export const whisperSampleRateHz = 16_000
const windowSeconds = 30

export const melFrames = 3000

const windowSamples = windowSeconds * whisperSampleRateHz
const hopSamples = 160
const frameSamples = 400
const bins = frameSamples / 2 + 1

const hann = Float64Array.from(
  { length: frameSamples },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / frameSamples),
)
const fourier = createFourier(frameSamples)
const filters = new Map<number, readonly MelBand[]>()

/** Floor of the power, and dynamic range in powers of ten below the maximum. */
const quietest = 1e-10
const depth = 8

/** Band-major, 3000 frames each; padded with silence to 30 seconds. */
export function melSpectrogram(samples: Float32Array, bandCount: number): Float32Array {
  const bands =
    filters.get(bandCount) ?? melFilters({ bands: bandCount, bins, sampleRateHz: whisperSampleRateHz })
  filters.set(bandCount, bands)
  const mel = new Float32Array(bandCount * melFrames).fill(Math.log10(quietest))
  const audioFrames = Math.min(melFrames, Math.ceil((samples.length + frameSamples / 2) / hopSamples))
  const [inRe, inIm, re, im] = [0, 0, 0, 0].map(() => new Float64Array(frameSamples)) as Four
  const power = new Float64Array(bins)
  for (let frame = 0; frame < audioFrames; frame += 2) {
    // Two real frames are transformed as one complex frame and separated by symmetry.
    fillFrame(inRe, samples, frame)
    fillFrame(inIm, samples, frame + 1)
    fourier.transform(inRe, inIm, re, im)
    for (const side of [0, 1] as const) {
      if (frame + side >= melFrames) break
      separate(re, im, side, power)
      addBands(mel, bands, frame + side, power)
    }
  }
  return normalize(mel)
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

/** Reflects the audio at both ends of the window, as in Whisper's training. */
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

function normalize(mel: Float32Array): Float32Array {
  let loudest = Number.NEGATIVE_INFINITY
  for (const value of mel) if (value > loudest) loudest = value
  for (let i = 0; i < mel.length; i += 1) mel[i] = (Math.max(mel[i] as number, loudest - depth) + 4) / 4
  return mel
}
