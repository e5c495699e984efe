/** How loud a film is over time, as far as it has been measured. */
import { bytesPerFrame, framesPerSecond, levelBands } from './measure-levels.ts'

export interface Levels {
  readonly frames: number
  /** In decibels, at most 0. */
  of(frame: number): number
  inBand(frame: number, band: number): number
}

export function createLevels(bytes: Uint8Array): Levels {
  return {
    frames: Math.floor(bytes.length / bytesPerFrame),
    of: frame => -(bytes[frame * bytesPerFrame] ?? 120),
    inBand: (frame, band) => -(bytes[frame * bytesPerFrame + 1 + band] ?? 120),
  }
}

export function toSeconds(frame: number): number {
  return frame / framesPerSecond
}

export function toFrame(seconds: number): number {
  return Math.round(seconds * framesPerSecond)
}

/** How much the bands go up and down over a stretch, in decibels: little in noise and standing tones, much in speech. */
export function liveliness(levels: Levels, from: number, until: number): number {
  const count = Math.max(1, until - from)
  let total = 0
  for (let band = 0; band < levelBands; band += 1) {
    let [sum, squares] = [0, 0]
    for (let frame = from; frame < until; frame += 1) {
      const level = levels.inBand(frame, band)
      sum += level
      squares += level * level
    }
    total += Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  }
  return total / levelBands
}
