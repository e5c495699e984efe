/** Measures the energy of a recording, tenth by tenth of a second, as ITU-R BS.1770 weighs it. */
import { kWeighting } from './k-weighting.ts'

export const blockSeconds = 0.1

/** Left, right, centre, low effects (not heard), and the two behind, which count more. */
const surroundWeights = [1, 1, 1, 0, 1.41, 1.41]

/** Less is nothing, and figures near it are slow to reckon with. */
const nothing = 1e-30

export interface LoudnessMeter {
  /** Takes the next piece; answers the mean energy of each tenth of a second that it has completed. */
  push(channels: readonly Float32Array[]): Float32Array<ArrayBuffer>
}

export function createLoudnessMeter(sampleRateHz: number): LoudnessMeter {
  const [shelf, highPass] = kWeighting(sampleRateHz)
  const blockSamples = Math.round(sampleRateHz * blockSeconds)
  /** What the filters of each channel heard last: a recording comes in pieces. */
  const memories: Float64Array[] = []
  let begunEnergy = 0
  let begunSamples = 0

  // Hours of sound go through this loop: it calls nothing and makes nothing.
  const add = (samples: Float32Array, memory: Float64Array, weight: number, sums: Float64Array) => {
    let [shelf1 = 0, shelf2 = 0, pass1 = 0, pass2 = 0] = memory
    const { b0, b1, b2, a1, a2 } = shelf
    const { a1: passA1, a2: passA2 } = highPass
    let energy = 0
    let block = 0
    let blockEnd = blockSamples - begunSamples
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0
      const bright = b0 * sample + shelf1
      shelf1 = b1 * sample - a1 * bright + shelf2
      shelf2 = b2 * sample - a2 * bright
      const heard = bright + pass1
      pass1 = pass2 - 2 * bright - passA1 * heard
      pass2 = bright - passA2 * heard
      energy += heard * heard
      if (index + 1 < blockEnd) continue
      sums[block] = (sums[block] ?? 0) + weight * energy
      energy = 0
      block += 1
      blockEnd += blockSamples
      if (Math.abs(pass1) < nothing) pass1 = 0
      if (Math.abs(pass2) < nothing) pass2 = 0
    }
    sums[block] = (sums[block] ?? 0) + weight * energy
    memory.set([shelf1, shelf2, pass1, pass2])
  }

  return {
    push(channels) {
      const length = channels[0]?.length ?? 0
      const completed = Math.floor((begunSamples + length) / blockSamples)
      const sums = new Float64Array(completed + 1)
      sums[0] = begunEnergy
      channels.forEach((samples, channel) => {
        memories[channel] ??= new Float64Array(4)
        const weight = channels.length > 2 ? (surroundWeights[channel] ?? 1) : 1
        add(samples, memories[channel], weight, sums)
      })
      begunEnergy = sums[completed] ?? 0
      begunSamples = (begunSamples + length) % blockSamples
      return Float32Array.from(sums.subarray(0, completed), sum => sum / blockSamples)
    },
  }
}
