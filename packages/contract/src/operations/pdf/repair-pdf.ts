/** POST /api/pdf/repair: writes a damaged PDF again, with everything that can be read of it. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { passwordField } from '../password-field.ts'
import { pagesField, pdfFromPdfs } from './source-fields.ts'

export const repairPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/repair',
  label: 'PDF repair',
  nameSuffix: () => '-repaired',
  options: z.object({ pages: pagesField }),
  password: passwordField,
  stepOptions: options => options,
})
