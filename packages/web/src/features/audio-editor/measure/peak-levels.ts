/** Minimum and maximum sample per block at several block sizes, from which the waveform is drawn. */

/** Samples per block, finest first; each is a multiple of the one before. */
export const levelBlockSamples = [64, 512, 4096] as const
export const coarsestBlockSamples = 4096
/** Block size of the exact peaks that silence detection uses. */
export const peakBlockSamples = 512

/** Pairs of minimum and maximum. 16 bits, because quiet audio is drawn in decibels. */
export type PeakLevel = Int16Array<ArrayBuffer>
export const fullScale = 32_767

export interface ChunkPeaks {
  readonly levels: readonly PeakLevel[]
  /** The largest magnitude of each block. */
  readonly peaks: Float32Array<ArrayBuffer>
}

export function measurePeaks(channels: readonly Float32Array[]): ChunkPeaks {
  const length = channels[0]?.length ?? 0
  const [finest] = levelBlockSamples
  const count = Math.ceil(length / finest)
  const level = new Int16Array(count * 2)
  const peaks = new Float32Array(Math.ceil(length / peakBlockSamples))
  for (let block = 0; block < count; block += 1) {
    let low = 1
    let high = -1
    for (const samples of channels) {
      const end = Math.min(length, (block + 1) * finest)
      for (let sample = block * finest; sample < end; sample += 1) {
        const value = samples[sample] ?? 0
        if (value < low) low = value
        if (value > high) high = value
      }
    }
    level[block * 2] = toInt16(low)
    level[block * 2 + 1] = toInt16(high)
    const peakIndex = Math.floor((block * finest) / peakBlockSamples)
    peaks[peakIndex] = Math.max(peaks[peakIndex] ?? 0, high, -low)
  }
  return { levels: [level, ...downsample(level)], peaks }
}

function downsample(finest: PeakLevel): PeakLevel[] {
  const levels: PeakLevel[] = []
  let previous = finest
  for (let index = 1; index < levelBlockSamples.length; index += 1) {
    const ratio = (levelBlockSamples[index] ?? 1) / (levelBlockSamples[index - 1] ?? 1)
    const level = new Int16Array(Math.ceil(previous.length / 2 / ratio) * 2)
    for (let block = 0; block < level.length / 2; block += 1) {
      const { low, high } = extremesOf(previous, block * ratio, (block + 1) * ratio)
      level[block * 2] = low
      level[block * 2 + 1] = high
    }
    levels.push(level)
    previous = level
  }
  return levels
}

/** Minimum and maximum over the blocks `from` (inclusive) to `to` (exclusive). */
export function extremesOf(level: PeakLevel, from: number, to: number) {
  let low = fullScale
  let high = -fullScale
  const end = Math.min(to * 2, level.length)
  for (let index = from * 2; index < end; index += 2) {
    const lower = level[index] ?? 0
    const higher = level[index + 1] ?? 0
    if (lower < low) low = lower
    if (higher > high) high = higher
  }
  return low > high ? { low: 0, high: 0 } : { low, high }
}

function toInt16(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * fullScale)
}
