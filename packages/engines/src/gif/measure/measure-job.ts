/** What the program that weighs frames is told, and what it answers in a file. */
import type { Size } from '../gif-context.ts'

export interface MeasureJob extends Size {
  readonly framesPath: string
  readonly holdBelow: number
  /** Every list of frames is weighed for itself, in its order. */
  readonly orders: readonly (readonly number[])[]
  readonly answerPath: string
}

export interface MeasureAnswer {
  readonly weights: readonly (readonly number[])[]
}
