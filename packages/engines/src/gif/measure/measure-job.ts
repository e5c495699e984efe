/** Input and result file of the weighing program. */
import type { Size } from '../gif-context.ts'

export interface MeasureJob extends Size {
  readonly framesPath: string
  readonly holdBelow: number
  /** Lists of frame indices, each weighed independently in its order. */
  readonly orders: readonly (readonly number[])[]
  readonly resultPath: string
}

export interface MeasureResult {
  readonly weights: readonly (readonly number[])[]
}
