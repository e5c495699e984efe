/** Measures the K-weighted energy (ITU-R BS.1770) of audio in blocks of 100 ms. */

export const blockSeconds = 0.1

/** Left, right, center, LFE (ignored), and the two surround channels. */
const surroundWeights = [1, 1, 1, 0, 1.41, 1.41]

/** Smaller filter states are set to zero: arithmetic with denormal numbers is slow. */
const denormalThreshold = 1e-30

export interface LoudnessMeter {
  /** Adds the next chunk and returns the mean energy of each block it completed. */
  push(channels: readonly Float32Array[]): Float32Array<ArrayBuffer>
}

export function createLoudnessMeter(sampleRateHz: number): LoudnessMeter {
  const [preFilter, highPass] = kWeighting(sampleRateHz)
  const blockSamples = Math.round(sampleRateHz * blockSeconds)
  /** Filter state of each channel, carried over from chunk to chunk. */
  const states: Float64Array[] = []
  let partialEnergy = 0
  let partialSamples = 0

  // Hot loop over hours of audio: no calls, no allocations.
  const add = (samples: Float32Array, state: Float64Array, weight: number, sums: Float64Array) => {
    let [pre1 = 0, pre2 = 0, pass1 = 0, pass2 = 0] = state
    const { b0, b1, b2, a1, a2 } = preFilter
    const { a1: passA1, a2: passA2 } = highPass
    let energy = 0
    let block = 0
    let blockEnd = blockSamples - partialSamples
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0
      const prefiltered = b0 * sample + pre1
      pre1 = b1 * sample - a1 * prefiltered + pre2
      pre2 = b2 * sample - a2 * prefiltered
      const weighted = prefiltered + pass1
      pass1 = pass2 - 2 * prefiltered - passA1 * weighted
      pass2 = prefiltered - passA2 * weighted
      energy += weighted * weighted
      if (index + 1 < blockEnd) continue
      sums[block] = (sums[block] ?? 0) + weight * energy
      energy = 0
      block += 1
      blockEnd += blockSamples
      if (Math.abs(pass1) < denormalThreshold) pass1 = 0
      if (Math.abs(pass2) < denormalThreshold) pass2 = 0
    }
    sums[block] = (sums[block] ?? 0) + weight * energy
    state.set([pre1, pre2, pass1, pass2])
  }

  return {
    push(channels) {
      const length = channels[0]?.length ?? 0
      const completed = Math.floor((partialSamples + length) / blockSamples)
      const sums = new Float64Array(completed + 1)
      sums[0] = partialEnergy
      channels.forEach((samples, channel) => {
        states[channel] ??= new Float64Array(4)
        const weight = channels.length > 2 ? (surroundWeights[channel] ?? 1) : 1
        add(samples, states[channel], weight, sums)
      })
      partialEnergy = sums[completed] ?? 0
      partialSamples = (partialSamples + length) % blockSamples
      return Float32Array.from(sums.subarray(0, completed), sum => sum / blockSamples)
    },
  }
}

interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** Coefficients of both stages for any sample rate; the recommendation lists them for 48 kHz only. */
export function kWeighting(sampleRateHz: number): readonly [preFilter: Biquad, highPass: Biquad] {
  return [preFilter(sampleRateHz), highPass(sampleRateHz)]
}

function preFilter(sampleRateHz: number): Biquad {
  const quality = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const middle = high ** 0.4996667741545416
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz)
  const a0 = 1 + k / quality + k * k
  return {
    b0: (high + (middle * k) / quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / quality + k * k) / a0,
  }
}

function highPass(sampleRateHz: number): Biquad {
  const quality = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz)
  const a0 = 1 + k / quality + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / quality + k * k) / a0 }
}
