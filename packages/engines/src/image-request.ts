/** Request to an image helper, after which the image bytes follow, and the options of the steps that need one. */

import { convertImage } from '@filesmith/contract/operations/convert-image'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { imageQualities } from '@filesmith/contract/operations/media-calls'
import { resizeImage, resizeModes } from '@filesmith/contract/operations/resize-image'
import { z } from 'zod'

const imageTuning = {
  /** Exact quality of a lossy format, instead of `quality`. */
  qualityPercent: z.number().optional(),
  isLossless: z.boolean().optional(),
  /** EXIF data, except the location. */
  keepMetadata: z.boolean().optional(),
}

export const imageStepOptions = z.object({
  quality: z.enum(imageQualities).default('medium'),
  maxKilobytes: z.number().default(0),
  isIntermediate: z.boolean().default(false),
  /** From 1; 0 takes all pages. */
  page: z.number().default(0),
  ...imageTuning,
})

const editWork = editImage.options.omit({ outputFormat: true, quality: true }).extend({
  /** Quality of lossy formats, 1 to 100. */
  percent: z.number(),
})
export type EditWork = z.infer<typeof editWork>

export const resizeWork = resizeImage.options
  .pick({ width: true, height: true, percent: true, isSmartCrop: true, withoutEnlargement: true })
  .extend({ mode: z.enum(resizeModes) })

export const faviconWork = z.object({ siteName: z.string(), background: z.string() })
export type FaviconWork = Readonly<z.infer<typeof faviconWork>>

export const imageRequestSchema = z.object({
  from: z.enum(convertImage.inputs),
  to: z.enum([...convertImage.outputs, 'apng']),
  quality: z.enum(imageQualities),
  ...imageTuning,
  /** The result is only read by the next step: encode as fast as possible, without loss. */
  isIntermediate: z.boolean(),
  /** From 1; 0 takes all pages. */
  page: z.number(),
  /** Base name of the files in an archive of pages. */
  name: z.string(),
  maxPixels: z.number(),
  /** Canvas pixels times frames. */
  maxAnimationPixels: z.number(),
  /** Maximum size of the result; 0 sets no limit. */
  maxBytes: z.number(),
  edit: editWork.optional(),
  resize: resizeWork.optional(),
  favicons: faviconWork.optional(),
  /** Of damage: `none` also rejects doubtful pixels, `all` decodes as much as there is; the default is in between. */
  tolerance: z.enum(['none', 'all']).optional(),
  /** Counts the pages and draws a small preview. */
  isInspection: z.literal(true).optional(),
})
export type ImageRequest = Readonly<z.infer<typeof imageRequestSchema>>
export type ImageInput = ImageRequest['from']
export type ImageOutput = ImageRequest['to']
export type ImageQuality = ImageRequest['quality']
/** What decides on the encoder settings. */
export type ImageTuning = Pick<ImageRequest, 'quality' | 'qualityPercent' | 'isLossless'>
