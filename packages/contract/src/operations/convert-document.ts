/** POST /api/convert/document: one document in another format, each to each. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { imageQualities } from './convert-image.ts'
import { defineOperation } from './operation.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const outputs = ['pdf', 'docx', 'txt', 'rtf', 'html'] as const
const copied = ['pdf', 'docx', 'rtf'] as const

export const convertDocument = defineOperation({
  path: '/api/convert/document',
  label: 'Document conversion',
  fileKind: 'document',
  inputs: ['pdf', 'docx', 'doc', 'odt', 'txt', 'rtf', 'html'],
  outputs,
  // A text becomes UTF-8 and a page self-contained; in the others nothing could get better.
  copiesSameFormat: copied,
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('high')
      .describe('Of the images of a PDF; ignored for other inputs.'),
    password: passwordField,
  }),
  refuseFormats: (given, { options: { outputFormat }, password }) =>
    unusedPassword(
      given,
      password,
      copied.filter(format => format === outputFormat),
    ),
  queueClass: 'short',
  // Mostly scans, whose pages are read one by one.
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
