/** Request to an image helper; the image bytes follow. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import type { convertImage, imageQualities } from '@filesmith/contract/operations/convert-image'

export type ImageInput = (typeof convertImage.inputs)[number]
export type ImageOutput = (typeof convertImage.outputs)[number] | 'apng'
export type ImageQuality = (typeof imageQualities)[number]

export interface ImageRequest {
  readonly from: ImageInput
  readonly to: ImageOutput
  readonly quality: ImageQuality
  /** The result is only read by the next step: encode as fast as possible, without loss. */
  readonly isIntermediate: boolean
  readonly maxPixels: number
  /** Canvas pixels times frames. */
  readonly maxAnimationPixels: number
  /** Maximum size of the result; 0 sets no limit. */
  readonly maxBytes: number
  readonly edit?: EditWork
  readonly resize?: ResizeSettings
}

export interface EditWork extends ImageEdit {
  /** Quality of lossy formats, 1 to 100. */
  readonly percent: number
}
