/** Audio levels over time, per frame and band. */
import { bytesPerFrame, framesPerSecond, levelBands } from './measure-levels.ts'

export interface FrameLevels {
  readonly frames: number
  /** In decibels, at most 0. */
  of(frame: number): number
  inBand(frame: number, band: number): number
}

export function createFrameLevels(bytes: Uint8Array): FrameLevels {
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

/** Levels this far below the loudest band are measurement noise. */
const audibleDb = 40
const loudBands = 4

/** Mean level deviation of the loudest bands in decibels: low for noise and sustained tones, high for speech. */
export function levelVariation(levels: FrameLevels, from: number, until: number): number {
  const bands = Array.from({ length: levelBands }, (_, band) => band)
  const loudest = Math.max(...bands.map(band => meanLevel(levels, band, from, until)))
  const loud = bands.toSorted((a, b) => meanLevel(levels, b, from, until) - meanLevel(levels, a, from, until))
  const moves = loud
    .slice(0, loudBands)
    .map(band => deviation(levels, band, { from, until }, loudest - audibleDb))
  return moves.reduce((sum, decibels) => sum + decibels, 0) / moves.length
}

function meanLevel(levels: FrameLevels, band: number, from: number, until: number): number {
  let sum = 0
  for (let frame = from; frame < until; frame += 1) sum += levels.inBand(frame, band)
  return sum / Math.max(1, until - from)
}

function deviation(
  levels: FrameLevels,
  band: number,
  { from, until }: { readonly from: number; readonly until: number },
  floorDb: number,
): number {
  const count = Math.max(1, until - from)
  let [sum, squares] = [0, 0]
  for (let frame = from; frame < until; frame += 1) {
    const level = Math.max(floorDb, levels.inBand(frame, band))
    sum += level
    squares += level * level
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
