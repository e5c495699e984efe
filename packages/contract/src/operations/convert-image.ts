/** POST /api/convert/image: converts an image to another format. */
import { z } from 'zod'
import { imageTuningRefusal, metadataRefusal } from '../advanced-option-refusals.ts'
import { qualityPercent } from '../advanced-options.ts'
import { outputsOfKind } from '../formats.ts'
import { imageCall, imageQualities } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanWithoutDefault, numberField } from './option-fields.ts'

const maxImagePages = 10_000

/** From 1; 0 takes all pages. */
export const imagePage = numberField('Page', { min: 0, max: maxImagePages, isWhole: true })

export const pageField = imagePage
  .prefault(0)
  .describe(
    'One page of a multi-page TIFF or HEIC, or one frame of an animation, from 1; 0 converts all pages. Formats without pages become numbered files in a ZIP archive.',
  )

/** A still image is never written as an animated PNG; resizing keeps the format of an animation. */
const outputs = [...outputsOfKind('image').filter(format => format !== 'apng'), 'pdf'] as const

export const convertImage = defineOperation({
  ...imageCall,
  label: 'Image conversion',
  takes: 'one-file',
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('medium'),
    page: pageField,
    qualityPercent: numberField('qualityPercent', { ...qualityPercent, isWhole: true })
      .optional()
      .describe('Exact quality of jpg, webp, avif, heic, jxl and pdf, instead of quality. Basic and Pro.'),
    isLossless: booleanWithoutDefault('isLossless')
      .optional()
      .describe('Lossless webp, avif and jxl, and all bits of lossless formats. Basic and Pro.'),
    keepMetadata: booleanWithoutDefault('keepMetadata')
      .optional()
      .describe('Keeps EXIF data such as camera, date and copyright, except the location. Basic and Pro.'),
  }),
  nameSuffix: ({ page }) => (page > 0 ? `-page-${page}` : ''),
  encoding: ({ outputFormat: _, page, ...encoding }) => ({ ...encoding, ...(page > 0 && { page }) }),
  refusal: ({ options: { outputFormat, quality: _, page: __, ...tuning }, plan }) =>
    imageTuningRefusal(tuning, outputFormat, plan),
  refuseFormats: (inputs, { options }) => metadataRefusal(options, inputs),
  queueClass: 'short',
})
