/** The lowest and the highest sample of every small stretch, at several sizes of stretch: what a waveform is drawn from. */

/** Samples in a stretch, from the finest to the coarsest; each is a multiple of the one before. */
export const levelSamples = [64, 512, 4096] as const
export const coarsestSamples = 4096
/** Stretches in which the loudest sample is known exactly, to tell silence. */
export const loudestSamples = 512

/** Pairs of low and high. Quiet sounds are looked at in decibels, so that a byte would not do. */
export type PeakLevel = Int16Array<ArrayBuffer>
export const fullScale = 32_767

export interface PieceMeasures {
  readonly levels: readonly PeakLevel[]
  /** The largest magnitude of each stretch. */
  readonly loudest: Float32Array<ArrayBuffer>
}

export function measurePeaks(channels: readonly Float32Array[]): PieceMeasures {
  const length = channels[0]?.length ?? 0
  const [finest] = levelSamples
  const count = Math.ceil(length / finest)
  const level = new Int16Array(count * 2)
  const loudest = new Float32Array(Math.ceil(length / loudestSamples))
  for (let stretch = 0; stretch < count; stretch += 1) {
    let low = 1
    let high = -1
    for (const samples of channels) {
      const end = Math.min(length, (stretch + 1) * finest)
      for (let sample = stretch * finest; sample < end; sample += 1) {
        const value = samples[sample] ?? 0
        if (value < low) low = value
        if (value > high) high = value
      }
    }
    level[stretch * 2] = toStep(low)
    level[stretch * 2 + 1] = toStep(high)
    const place = Math.floor((stretch * finest) / loudestSamples)
    loudest[place] = Math.max(loudest[place] ?? 0, high, -low)
  }
  return { levels: [level, ...coarser(level)], loudest }
}

function coarser(finest: PeakLevel): PeakLevel[] {
  const levels: PeakLevel[] = []
  let previous = finest
  for (let index = 1; index < levelSamples.length; index += 1) {
    const ratio = (levelSamples[index] ?? 1) / (levelSamples[index - 1] ?? 1)
    const level = new Int16Array(Math.ceil(previous.length / 2 / ratio) * 2)
    for (let stretch = 0; stretch < level.length / 2; stretch += 1) {
      const { low, high } = extremesOf(previous, stretch * ratio, (stretch + 1) * ratio)
      level[stretch * 2] = low
      level[stretch * 2 + 1] = high
    }
    levels.push(level)
    previous = level
  }
  return levels
}

/** Of the stretches from one to before another. */
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

function toStep(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * fullScale)
}
