/** POST /api/pdf/repair: writes a damaged PDF again, with everything that can be read of it. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const repairPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/repair',
  label: 'PDF repair',
  nameSuffix: () => '-repaired',
  options: z.object({ ...documentFields }),
  password: pdfPasswordsField,
  stepOptions: options => options,
})
