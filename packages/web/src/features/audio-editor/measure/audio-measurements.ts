/** Measurements of an audio file, filled in chunk by chunk while it is read. */
import { blockSeconds } from './loudness-meter.ts'
import type { ChunkMeasurements } from './measure-messages.ts'
import { levelBlockSamples, type PeakLevel, peakBlockSamples } from './peak-levels.ts'

export interface AudioMeasurements {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  readonly measuredSamples: number
  readonly levels: readonly PeakLevel[]
  readonly peaks: Float32Array
  /** Number of valid entries in `peaks`. */
  readonly peakCount: number
  readonly energies: Float32Array
  readonly energyCount: number
}

export function createMeasurements(sampleRateHz: number, lengthSamples: number): AudioMeasurements {
  const blocks = Math.ceil(lengthSamples / Math.round(sampleRateHz * blockSeconds)) + 1
  return {
    sampleRateHz,
    lengthSamples,
    measuredSamples: 0,
    levels: levelBlockSamples.map(samples => new Int16Array(Math.ceil(lengthSamples / samples) * 2)),
    peaks: new Float32Array(Math.ceil(lengthSamples / peakBlockSamples)),
    peakCount: 0,
    energies: new Float32Array(blocks),
    energyCount: 0,
  }
}

/** Writes into the same arrays, which are too large to copy for each chunk. */
export function addChunk(
  measurements: AudioMeasurements,
  chunk: ChunkMeasurements,
  chunkSamples: number,
): AudioMeasurements {
  const { measuredSamples, levels, peaks, energies, energyCount } = measurements
  chunk.levels.forEach((level, index) => {
    levels[index]?.set(level, (measuredSamples / (levelBlockSamples[index] ?? 1)) * 2)
  })
  const peakOffset = measuredSamples / peakBlockSamples
  peaks.set(chunk.peaks, peakOffset)
  energies.set(chunk.energies.subarray(0, energies.length - energyCount), energyCount)
  return {
    ...measurements,
    measuredSamples: measuredSamples + chunkSamples,
    peakCount: peakOffset + chunk.peaks.length,
    energyCount: Math.min(energies.length, energyCount + chunk.energies.length),
  }
}

export function isComplete({ measuredSamples, lengthSamples }: AudioMeasurements): boolean {
  return measuredSamples >= lengthSamples
}
