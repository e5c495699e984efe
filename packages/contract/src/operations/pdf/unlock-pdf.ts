/** POST /api/pdf/unlock: removes the password and the limits of a PDF that can be opened. */
import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const unlockPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/unlock',
  label: 'PDF unlocking',
  nameSuffix: () => '-unlocked',
  options: z.object({ ...documentFields }),
  password: pdfPasswordsField.describe(
    'Needed if the file asks for one. A file that opens without a password is unlocked without it. Never stored in plain text, and deleted when the job is done.',
  ),
  stepOptions: options => options,
})
