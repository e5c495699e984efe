/** Input and result file of the image decoding program. */
import type { ImageInput } from '../../image-request.ts'
import type { GifFormat, Size } from '../gif-context.ts'

export interface ImageJob {
  readonly files: readonly { readonly path: string; readonly format: ImageInput }[]
  readonly width: number
  readonly format: GifFormat
  /** Time range of a single animated image. */
  readonly range: { readonly startTime: number; readonly duration: number; readonly fps: number }
  readonly framesPath: string
  readonly resultPath: string
  readonly maxPixels: number
  readonly maxAnimationPixels: number
}

export interface ImageResult extends Size {
  readonly frames: number
  readonly hasAlpha: boolean
  /** Duration of the range of an animated image; null for a slideshow. */
  readonly playedSeconds: number | null
  /** Number of animated images reduced to their first frame. */
  readonly reducedAnimations: number
  /** Indexes of files that could be read only in part. */
  readonly damagedFiles: readonly number[]
}
