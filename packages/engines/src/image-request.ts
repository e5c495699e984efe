/** What an image helper is asked to do with the bytes that follow. */
import type { convertImage, imageQualities } from '@filesmith/contract/operations/convert-image'

export type ImageInput = (typeof convertImage.inputs)[number]
export type ImageOutput = (typeof convertImage.outputs)[number]
export type ImageQuality = (typeof imageQualities)[number]

export interface ImageRequest {
  readonly from: ImageInput
  readonly to: ImageOutput
  readonly quality: ImageQuality
  /** The result is only read by the next step: written as fast as possible, nothing lost. */
  readonly isIntermediate: boolean
  readonly maxPixels: number
  /** Canvas pixels times frames. */
  readonly maxAnimationPixels: number
}
