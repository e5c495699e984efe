/** What the program that encodes is told. */
import type { Effort, GifFormat, Size } from '../gif-context.ts'

export interface EncodeJob extends Size {
  readonly framesPath: string
  /** Frames in the order they are shown. */
  readonly order: readonly number[]
  /** How long each of them is shown, in units of the format's clock. */
  readonly delays: readonly number[]
  readonly unitsPerSecond: number
  readonly format: GifFormat
  readonly target: Size
  readonly effort: Effort
  readonly hasAlpha: boolean
  readonly isSlideshow: boolean
  /** How often it plays; 0 is for ever. */
  readonly plays: number
  /** Of an MP4, which has to have one. */
  readonly framesPerSecond: number
  readonly optimiser: string | null
  readonly workFolder: string
  readonly resultName: string
}
