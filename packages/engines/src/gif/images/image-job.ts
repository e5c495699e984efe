/** What the program that reads pictures is told, and what it answers in a file. */
import type { ImageInput } from '../../image-request.ts'
import type { GifFormat, Size } from '../gif-context.ts'

export interface ImageJob {
  readonly files: readonly { readonly path: string; readonly format: ImageInput }[]
  readonly width: number
  readonly format: GifFormat
  /** Of a moving picture that came alone. */
  readonly piece: { readonly startTime: number; readonly duration: number; readonly fps: number }
  readonly framesPath: string
  readonly answerPath: string
  readonly maxPixels: number
  readonly maxAnimationPixels: number
}

export interface ImageAnswer extends Size {
  readonly frames: number
  readonly hasAlpha: boolean
  /** How long the piece of a moving picture plays; null when pictures were put one after the other. */
  readonly playedSeconds: number | null
  /** Moving pictures of which only the first frame was taken. */
  readonly stilled: number
}
