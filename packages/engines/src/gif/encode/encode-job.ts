/** Input of the encoder program. */
import type { Effort, GifFormat, Size } from '../gif-context.ts'

export interface EncodeJob extends Size {
  readonly framesPath: string
  /** Frame indices in display order. */
  readonly order: readonly number[]
  /** Display time of each frame, in time units of the format. */
  readonly delays: readonly number[]
  readonly unitsPerSecond: number
  readonly format: GifFormat
  readonly target: Size
  readonly effort: Effort
  readonly hasAlpha: boolean
  readonly isSlideshow: boolean
  /** Number of plays; 0 loops forever. */
  readonly plays: number
  /** For MP4 only, which needs a constant rate. */
  readonly framesPerSecond: number
  readonly workFolder: string
  readonly resultName: string
}
