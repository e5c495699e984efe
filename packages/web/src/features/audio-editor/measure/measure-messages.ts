/** What the page and its measuring worker say to each other: a piece goes over, its measures come back. */
import type { PieceMeasures } from './peak-levels.ts'

export interface MeasureRequest {
  readonly sampleRateHz: number
  readonly channels: readonly Float32Array[]
}

export interface MeasuredPiece extends PieceMeasures {
  /** Mean energy of each tenth of a second that this piece has completed. */
  readonly energies: Float32Array<ArrayBuffer>
}
