/** POST /api/pdf/flatten: makes form fields and comments of a PDF part of its pages. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const flattenPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/flatten',
  label: 'PDF flattening',
  nameSuffix: () => '-flattened',
  options: z.object({
    ...documentFields,
    comments: booleanField('comments', true).describe(
      'Flattens comments, highlights and stamps, too. False keeps them as they are, and flattens only form fields.',
    ),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
})
