/** Mel filter bank on the Slaney scale: linear below 1 kHz, logarithmic above. */

export interface MelBand {
  /** Index of the first nonzero bin. */
  readonly from: number
  readonly weights: Float64Array
}

interface Scale {
  readonly bands: number
  /** Number of spectrum bins from 0 to half the sample rate. */
  readonly bins: number
  readonly sampleRateHz: number
}

const melPerHz = 3 / 200
const bendHz = 1000
const bendMel = bendHz * melPerHz
const ratioPerMel = Math.log(6.4) / 27

export function melFilters({ bands, bins, sampleRateHz }: Scale): readonly MelBand[] {
  const highestHz = sampleRateHz / 2
  const edges = Array.from({ length: bands + 2 }, (_, i) => toHz((i * toMel(highestHz)) / (bands + 1)))
  return Array.from({ length: bands }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number]
    const weights = Array.from({ length: bins }, (_, k) => {
      const hz = (k * highestHz) / (bins - 1)
      const height = Math.min((hz - low) / (middle - low), (high - hz) / (high - middle))
      return (Math.max(0, height) * 2) / (high - low)
    })
    const from = Math.max(
      0,
      weights.findIndex(weight => weight > 0),
    )
    const until = weights.findLastIndex(weight => weight > 0) + 1
    return { from, weights: Float64Array.from(weights.slice(from, until)) }
  })
}

function toMel(hz: number): number {
  return hz < bendHz ? hz * melPerHz : bendMel + Math.log(hz / bendHz) / ratioPerMel
}

function toHz(mel: number): number {
  return mel < bendMel ? mel / melPerHz : bendHz * Math.exp((mel - bendMel) * ratioPerMel)
}
