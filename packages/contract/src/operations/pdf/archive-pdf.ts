/** POST /api/pdf/archive: makes a PDF/A-2b file for long-term storage, and checks it. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const archivePdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/archive',
  label: 'PDF/A',
  nameSuffix: () => '-archive',
  options: z.object({
    ...documentFields,
    partial: booleanField('partial', false).describe(
      'Returns the best possible file, not labeled as PDF/A, where PDF/A-2b is not possible. Without it, such a file is refused.',
    ),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
})
