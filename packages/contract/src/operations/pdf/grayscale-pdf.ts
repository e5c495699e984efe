/** POST /api/pdf/grayscale: turns the colors of a PDF into shades of gray; text stays text. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { passwordField } from '../password-field.ts'
import { pagesField, pdfFromPdfs } from './source-fields.ts'

export const grayscalePdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/grayscale',
  label: 'PDF in grayscale',
  nameSuffix: () => '-grayscale',
  options: z.object({ pages: pagesField }),
  password: passwordField,
  stepOptions: options => options,
})
