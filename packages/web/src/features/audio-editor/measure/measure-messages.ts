/** Messages between the page and the measuring web worker. */
import type { ChunkPeaks } from './peak-levels.ts'

export interface MeasureRequest {
  readonly sampleRateHz: number
  readonly channels: readonly Float32Array[]
}

export interface ChunkMeasurements extends ChunkPeaks {
  /** Mean energy of each 100 ms block that this chunk completed. */
  readonly energies: Float32Array<ArrayBuffer>
}
