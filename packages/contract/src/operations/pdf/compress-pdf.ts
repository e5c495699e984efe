/** POST /api/pdf/compress: makes a PDF smaller, by a level or below a size. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { numberField } from '../option-fields.ts'
import { documentFields, onePdfOfSeveral, pdfPasswordsField } from './source-fields.ts'

const pdfCompressionLevels = ['light', 'balanced', 'strong'] as const

export const compressPdf = defineOperation({
  ...onePdfOfSeveral,
  path: '/api/pdf/compress',
  label: 'PDF compression',
  inputs: ['pdf'],
  outputs: ['pdf'],
  output: { by: 'option', format: () => 'pdf' },
  options: z.object({
    ...documentFields,
    level: z
      .enum(pdfCompressionLevels, { error: `Level must be one of: ${pdfCompressionLevels.join(', ')}.` })
      .optional()
      .describe(
        'Images are reduced to 200, 150 or 96 dpi. Default: balanced. Rejected together with maxMegabytes.',
      ),
    maxMegabytes: numberField('maxMegabytes', { min: 0.01, max: 10_000 })
      .optional()
      .describe('Images are reduced as little as this size allows, down to 72 dpi.'),
  }),
  password: pdfPasswordsField,
  nameSuffix: () => '-compressed',
  stepOptions: options => options,
  refusal: ({ options: { level, maxMegabytes } }) =>
    level !== undefined && maxMegabytes !== undefined
      ? new AppError('option-without-effect', { option: 'level', reason: 'maxMegabytes decides.' })
      : undefined,
})
