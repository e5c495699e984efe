/** POST /api/convert/document: converts between document formats. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { imageQualities } from './convert-image.ts'
import { markdownImagesField } from './markdown-images.ts'
import { defineOperation } from './operation.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const outputs = ['pdf', 'docx', 'odt', 'txt', 'rtf', 'html', 'md'] as const
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
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high')
      .describe('Quality of the images in a PDF; ignored for other inputs.'),
    images: markdownImagesField,
  }),
  password: passwordField,
  encoding: ({ quality, images }) => ({ quality, images }),
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
