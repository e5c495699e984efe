/** POST /api/pdf/from-images: makes a PDF of images, one per page. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, numberField } from '../option-fields.ts'
import { onePdfOfSeveral } from './source-fields.ts'

export const pdfImageFormats = ['jpg', 'png', 'webp', 'tiff', 'gif', 'bmp', 'heic', 'avif'] as const
export type PdfImageFormat = (typeof pdfImageFormats)[number]

export const pdfPageSizes = ['fit', 'a3', 'a4', 'a5', 'letter', 'legal'] as const
export type PdfPageSize = (typeof pdfPageSizes)[number]

const pageOrientations = ['auto', 'portrait', 'landscape'] as const

export const imagesToPdf = defineOperation({
  ...onePdfOfSeveral,
  path: '/api/pdf/from-images',
  label: 'Images to PDF',
  inputs: pdfImageFormats,
  outputs: ['pdf'],
  output: { by: 'option', format: () => 'pdf' },
  options: z.object({
    pageSize: z
      .enum(pdfPageSizes, { error: `pageSize must be one of: ${pdfPageSizes.join(', ')}.` })
      .default('fit')
      .describe('Size of the pages; "fit" is the size of each image.'),
    orientation: z
      .enum(pageOrientations, { error: `orientation must be one of: ${pageOrientations.join(', ')}.` })
      .default('auto')
      .describe('Of the pages; "auto" follows each image.'),
    margin: numberField('margin', { min: 0, max: 100 })
      .prefault(0)
      .describe('Around each image, in millimeters.'),
    separate: booleanField('separate', false).describe(
      'Makes one PDF of each file. Several come as one ZIP file.',
    ),
  }),
  stepOptions: options => options,
  refusal: ({ options: { pageSize, orientation } }) =>
    pageSize === 'fit' && orientation !== 'auto'
      ? new AppError('option-without-effect', {
          option: 'orientation',
          reason: 'pages have the size of each image.',
        })
      : undefined,
})
