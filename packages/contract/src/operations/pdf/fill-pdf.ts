/** POST /api/pdf/fill: fills in the form of a PDF with values, or with those of an FDF file. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { formValuesSchema } from '../../pdf/form-values.ts'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { passwordField } from '../password-field.ts'
import { pagesField, pdfFromPdfs } from './source-fields.ts'
import { withoutPdf } from './watermark-pdf.ts'

const maxJsonLength = 500_000

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'Values must be an object in JSON.' })
    return z.NEVER
  }
}

export const fillPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/fill',
  label: 'PDF form filling',
  inputs: ['pdf', 'fdf'],
  nameSuffix: () => '-filled',
  options: z.object({
    pages: pagesField,
    values: z
      .union([
        formValuesSchema,
        z
          .string()
          .max(maxJsonLength, { error: 'The values are too large.' })
          .transform(parseJson)
          .pipe(formValuesSchema),
      ])
      .prefault({})
      .describe(
        'Values by the names of the fields, in JSON: {"name": "Ada", "member": true, "size": "M", "days": ["Mon", "Tue"]}. Check boxes take true, false or their export value, groups of radio buttons an export value, null empties a field. They prevail over an FDF file among the files.',
      ),
    flatten: booleanField('flatten', false).describe(
      'Makes the fields part of the pages, so that they can no longer be changed.',
    ),
  }),
  password: passwordField,
  stepOptions: options => options,
  refuseFormats: (formats, { options: { values, flatten } }) => {
    const isEmpty = Object.keys(values).length === 0 && !formats.includes('fdf') && !flatten
    return (
      withoutPdf(formats) ??
      (isEmpty
        ? new AppError('invalid-request', { reason: 'Please give values to fill in, or add an FDF file.' })
        : undefined)
    )
  },
})
