/** Measures the energy of a recording, tenth by tenth of a second, as ITU-R BS.1770 weighs it. */
import { createFilter, kWeighting } from './k-weighting.ts'

export const blockSeconds = 0.1

/** Left, right, centre, low effects (not heard), and the two behind, which count more. */
const surroundWeights = [1, 1, 1, 0, 1.41, 1.41]

export interface LoudnessMeter {
  /** Takes the next piece; answers the mean energy of each tenth of a second that it has completed. */
  push(channels: readonly Float32Array[]): Float32Array
}

export function createLoudnessMeter(sampleRateHz: number): LoudnessMeter {
  const stages = kWeighting(sampleRateHz)
  const filters: ReturnType<typeof createFilter>[][] = []
  const blockSamples = Math.round(sampleRateHz * blockSeconds)
  let energy = 0
  let heardSamples = 0

  return {
    push(channels) {
      const length = channels[0]?.length ?? 0
      const weights = channels.map((_, channel) =>
        channels.length > 2 ? (surroundWeights[channel] ?? 1) : 1,
      )
      while (filters.length < channels.length) filters.push(stages.map(createFilter))
      const energies = new Float32Array(Math.floor((heardSamples + length) / blockSamples))
      let block = 0
      for (let sample = 0; sample < length; sample += 1) {
        for (let channel = 0; channel < channels.length; channel += 1) {
          const [shelf, highPass] = filters[channel] ?? []
          const heard = highPass?.(shelf?.(channels[channel]?.[sample] ?? 0) ?? 0) ?? 0
          energy += (weights[channel] ?? 0) * heard * heard
        }
        heardSamples += 1
        if (heardSamples < blockSamples) continue
        energies[block] = energy / blockSamples
        block += 1
        energy = 0
        heardSamples = 0
      }
      return energies
    },
  }
}
