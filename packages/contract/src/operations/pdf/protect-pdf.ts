/** POST /api/pdf/protect: encrypts a PDF with a password, and limits what readers allow. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField, splitPasswords } from './source-fields.ts'

export const pdfPermissions = ['print', 'copy', 'change', 'annotate', 'fill', 'assemble'] as const
export type PdfPermission = (typeof pdfPermissions)[number]

/** AES-256 uses that many bytes of a password (ISO 32000-2, 7.6.4.3.4). */
const maxPasswordBytes = 127

export const protectPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/protect',
  label: 'PDF protection',
  nameSuffix: () => '-protected',
  options: z.object({
    ...documentFields,
    print: booleanField('print', true).describe('Allows printing.'),
    copy: booleanField('copy', true).describe('Allows copying text and images; screen readers always may.'),
    change: booleanField('change', true).describe('Allows changing the content.'),
    annotate: booleanField('annotate', true).describe('Allows comments.'),
    fill: booleanField('fill', true).describe('Allows filling in forms.'),
    assemble: booleanField('assemble', true).describe('Allows inserting, removing and rotating pages.'),
  }),
  password: pdfPasswordsField.describe(
    'Opens the result (AES-256), and the files if they are protected. Further lines are passwords that open files. Without one, the result opens freely and only the permissions are limited. Never stored in plain text, and deleted when the job is done.',
  ),
  stepOptions: options => options,
  refusal: ({ options, password: given = '' }) => {
    const [password] = splitPasswords(given)
    if (password === '' && pdfPermissions.every(permission => options[permission]))
      return new AppError('invalid-request', { reason: 'Please enter a password, or limit a permission.' })
    if (/\p{Cc}/u.test(password) || !password.isWellFormed())
      return new AppError('password-with-control-characters')
    if (encodeURIComponent(password).replaceAll(/%../g, '-').length > maxPasswordBytes)
      return new AppError('password-too-long', { format: 'PDF', characters: maxPasswordBytes })
    return undefined
  },
})
