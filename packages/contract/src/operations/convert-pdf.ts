/** POST /api/convert/pdf: converts a PDF to a document, text or images of its pages. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { markdownImagesField } from './markdown-images.ts'
import { imageQualities } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { numberField } from './option-fields.ts'
import { passwordField } from './password-field.ts'

const names = ['docx', 'txt', 'html', 'jpeg', 'png', 'md', 'jpg'] as const

export const convertPdf = defineOperation({
  path: '/api/convert/pdf',
  label: 'PDF conversion',
  fileKind: 'document',
  takes: 'one-file',
  inputs: ['pdf'],
  outputs: ['docx', 'txt', 'html', 'jpg', 'png', 'md'],
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(names, { error: 'Output format must be one of: docx, txt, html, jpeg, png, md.' })
      .transform(name => (name === 'jpeg' ? 'jpg' : name)),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high')
      .describe('Quality of images; ignored for txt.'),
    images: markdownImagesField,
    dpi: numberField('dpi', { min: 36, max: 600, isWhole: true })
      .optional()
      .describe('Resolution of jpeg and png in pixels per inch. Default: that of the quality.'),
  }),
  password: passwordField,
  encoding: ({ quality, images, dpi }) => ({ quality, images, ...(dpi !== undefined && { dpi }) }),
  refusal: ({ options: { outputFormat, dpi } }) =>
    dpi !== undefined && outputFormat !== 'jpg' && outputFormat !== 'png'
      ? new AppError('option-without-effect', {
          option: 'dpi',
          reason: 'only jpeg and png have a resolution.',
        })
      : undefined,
  queueClass: 'short',
  // Mostly scans, whose pages are recognized one by one.
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
