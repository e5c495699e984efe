/** POST /api/pdf/grayscale: turns the colors of a PDF into shades of gray; text stays text. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const grayscalePdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/grayscale',
  label: 'PDF in grayscale',
  nameSuffix: () => '-grayscale',
  options: z.object({ ...documentFields }),
  password: pdfPasswordsField,
  stepOptions: options => options,
})
