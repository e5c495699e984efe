/** All that is known about the sound of a recording so far; it grows while the recording is read. */
import { blockSeconds } from './loudness-meter.ts'
import type { MeasuredPiece } from './measure-messages.ts'
import { levelSamples, loudestSamples, type PeakLevel } from './peak-levels.ts'

export interface Measures {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  /** As many samples have been measured. */
  readonly measuredSamples: number
  readonly levels: readonly PeakLevel[]
  readonly loudest: Float32Array
  /** How many of them are known. */
  readonly loudestCount: number
  readonly energies: Float32Array
  readonly energyCount: number
}

export function emptyMeasures(sampleRateHz: number, lengthSamples: number): Measures {
  const blocks = Math.ceil(lengthSamples / Math.round(sampleRateHz * blockSeconds)) + 1
  return {
    sampleRateHz,
    lengthSamples,
    measuredSamples: 0,
    levels: levelSamples.map(samples => new Int16Array(Math.ceil(lengthSamples / samples) * 2)),
    loudest: new Float32Array(Math.ceil(lengthSamples / loudestSamples)),
    loudestCount: 0,
    energies: new Float32Array(blocks),
    energyCount: 0,
  }
}

/** The same tables with one piece more in them: they are large, so they are not copied. */
export function withPiece(measures: Measures, piece: MeasuredPiece, pieceSamples: number): Measures {
  const { measuredSamples, levels, loudest, energies, energyCount } = measures
  piece.levels.forEach((level, index) => {
    levels[index]?.set(level, (measuredSamples / (levelSamples[index] ?? 1)) * 2)
  })
  const loudestAt = measuredSamples / loudestSamples
  loudest.set(piece.loudest, loudestAt)
  energies.set(piece.energies.subarray(0, energies.length - energyCount), energyCount)
  return {
    ...measures,
    measuredSamples: measuredSamples + pieceSamples,
    loudestCount: loudestAt + piece.loudest.length,
    energyCount: Math.min(energies.length, energyCount + piece.energies.length),
  }
}

export function isComplete({ measuredSamples, lengthSamples }: Measures): boolean {
  return measuredSamples >= lengthSamples
}
