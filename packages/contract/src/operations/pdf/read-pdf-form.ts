/** POST /api/pdf/read-form: lists the fields of the form of a PDF with their values. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../../bytes.ts'
import { defineOperation } from '../operation.ts'
import { passwordField } from '../password-field.ts'

const formDataFormats = ['json', 'fdf'] as const

export const readPdfForm = defineOperation({
  path: '/api/pdf/read-form',
  label: 'PDF form data',
  fileKind: 'document',
  takes: 'one-file',
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
  inputs: ['pdf'],
  outputs: formDataFormats,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  nameSuffix: () => '-form',
  options: z.object({
    outputFormat: z
      .enum(formDataFormats, { error: `outputFormat must be one of: ${formDataFormats.join(', ')}.` })
      .default('json')
      .describe(
        'JSON lists every field with type, value, choices, flags and places on the pages; FDF holds names and values only.',
      ),
  }),
  password: passwordField,
  stepOptions: options => options,
})
