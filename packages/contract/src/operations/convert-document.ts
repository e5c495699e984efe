/** POST /api/convert/document: converts between document formats. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { markdownImagesField } from './markdown-images.ts'
import { imageQualities } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { numberField } from './option-fields.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const outputs = ['pdf', 'docx', 'odt', 'txt', 'rtf', 'html', 'md', 'png', 'jpg'] as const
const names = [...outputs, 'jpeg'] as const
const copied = ['pdf', 'docx', 'odt', 'rtf'] as const

export const convertDocument = defineOperation({
  path: '/api/convert/document',
  label: 'Document conversion',
  fileKind: 'document',
  takes: 'one-file',
  inputs: ['pdf', 'docx', 'doc', 'odt', 'txt', 'rtf', 'html', 'pages'],
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  // Text becomes UTF-8 and HTML self-contained; other formats would not improve.
  copiesSameFormat: copied,
  options: z.object({
    outputFormat: z
      .enum(names, { error: `Output format must be one of: ${outputs.join(', ')}.` })
      .transform(name => (name === 'jpeg' ? 'jpg' : name))
      .describe('Several pages as png or jpg become a ZIP archive of one image per page.'),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high')
      .describe('Quality of png and jpg, and of the images in a PDF; ignored otherwise.'),
    images: markdownImagesField,
    dpi: numberField('dpi', { min: 36, max: 600, isWhole: true })
      .optional()
      .describe('Resolution of png and jpg in pixels per inch. Default: that of the quality.'),
  }),
  password: passwordField,
  encoding: ({ quality, images, dpi }) => ({ quality, images, ...(dpi !== undefined && { dpi }) }),
  refusal: ({ options: { outputFormat, dpi } }) =>
    dpi !== undefined && outputFormat !== 'jpg' && outputFormat !== 'png'
      ? new AppError('option-without-effect', {
          option: 'dpi',
          reason: 'only png and jpg have a resolution.',
        })
      : undefined,
  refuseFormats: (given, { options: { outputFormat }, password }) =>
    unusedPassword(
      given,
      password,
      copied.filter(format => format === outputFormat),
    ),
  queueClass: 'short',
  // Mostly scans, whose pages are recognized one by one.
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
