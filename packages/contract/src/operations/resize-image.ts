/** POST /api/convert/image with a size: resizes one image or many. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { formatFacts, outputsOfKind } from '../formats.ts'
import { plans } from '../plans.ts'
import { convertImage, pageField } from './convert-image.ts'
import { imageQualities } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanField, numberField } from './option-fields.ts'

export const resizeOutputs = ['original', 'jpg', 'png', 'webp'] as const
/** fit: within the size, keeping proportions; exact: stretched; fill: cropped; percentage: relative to the original. */
export const resizeModes = ['fit', 'exact', 'fill', 'percentage'] as const
export type ResizeMode = (typeof resizeModes)[number]
export const maxResizedSide = 16_383
export const maxResizePercent = 1000
/** Larger than any result: one gigabyte. */
const maxResizedKilobytes = 1_048_576
/** Images per request for visitors and Free; paid plans are unlimited. */
export const freeResizeImages = plans.free.resizeImages

const originals = outputsOfKind('image')

/** Whole numbers; anything else is 0, and 0 is derived from the other side. */
function sideField(name: string) {
  return z
    .preprocess(
      value => {
        const number = typeof value === 'number' ? Math.trunc(value) : Number.parseInt(`${value}`, 10)
        return Number.isFinite(number) ? Math.max(0, number) : 0
      },
      z
        .number()
        .min(0)
        .max(maxResizedSide, { error: `${name} can be at most ${maxResizedSide} pixels.` }),
    )
    .default(0)
}

export const resizeImage = defineOperation({
  path: convertImage.path,
  label: 'Image resizing',
  fileKind: 'image',
  takes: 'batch',
  freeMaxFiles: freeResizeImages,
  archiveName: 'resized-images.zip',
  inputs: convertImage.inputs,
  outputs: originals,
  output: {
    by: 'input',
    format: ({ outputFormat }, from) =>
      outputFormat === 'original' ? (formatFacts(from).savedAs ?? from) : outputFormat,
  },
  options: z.object({
    width: sideField('Width').describe('In pixels; ignored in mode percentage.'),
    height: sideField('Height').describe('In pixels; ignored in mode percentage.'),
    maintainAspectRatio: booleanField('maintainAspectRatio', true).describe(
      'Without a mode: true fits the image into the size, false distorts it. Ignored with a mode.',
    ),
    mode: z.enum(resizeModes, { error: `Mode must be one of: ${resizeModes.join(', ')}.` }).optional(),
    percent: numberField('Percent', { min: 1, max: maxResizePercent })
      .prefault(100)
      .describe('For mode percentage; ignored otherwise.'),
    isSmartCrop: booleanField('isSmartCrop', false).describe(
      'For mode fill: keeps the most salient part instead of the center. Ignored otherwise.',
    ),
    withoutEnlargement: booleanField('withoutEnlargement', false).describe(
      'true keeps images that are already smaller; SVG has no fixed size and is drawn at the requested one.',
    ),
    outputFormat: z
      .enum(['original', ...originals], {
        error: `Output format must be one of: original, ${originals.join(', ')}.`,
      })
      .default('original'),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high'),
    page: pageField,
    maxKilobytes: numberField('maxKilobytes', { min: 0, max: maxResizedKilobytes, isWhole: true })
      .prefault(0)
      .describe('Maximum size of the result in kilobytes (1,000 bytes); 0 means no limit.'),
  }),
  nameSuffix: ({ page }) => (page > 0 ? `-page-${page}-resized` : '-resized'),
  stepOptions: ({ outputFormat: _, page: __, maintainAspectRatio, mode, ...settings }) => ({
    ...settings,
    mode: mode ?? (maintainAspectRatio ? 'fit' : 'exact'),
  }),
  encoding: ({ quality, maxKilobytes, page }) => ({ quality, maxKilobytes, ...(page > 0 && { page }) }),
  refusal: ({ options, plan }) => {
    if (plans[plan].hasSmartResize) return undefined
    if (options.isSmartCrop) return new AppError('plan-needed', { what: 'Smart cropping requires' })
    if (options.maxKilobytes > 0) return new AppError('plan-needed', { what: 'A maximum file size requires' })
    return undefined
  },
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
