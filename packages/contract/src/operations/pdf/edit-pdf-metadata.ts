/** POST /api/pdf/edit-metadata: sets or removes title, author and other metadata of a PDF. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

const maxLength = 2000

const textField = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .max(maxLength, { error: `${name} can have at most ${maxLength} characters.` })
    .optional()
    .describe('Empty removes it; without this option it stays.')

const dateField = (name: string) =>
  z
    .union([z.literal(''), z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
      error: `${name} must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`,
    })
    .optional()
    .describe('Such as 2026-01-31 or 2026-01-31T12:00:00Z. Empty removes it; without this option it stays.')

export const editPdfMetadata = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/edit-metadata',
  label: 'PDF metadata',
  options: z.object({
    ...documentFields,
    title: textField('title'),
    author: textField('author'),
    subject: textField('subject'),
    keywords: textField('keywords'),
    created: dateField('created'),
    modified: dateField('modified'),
    clear: booleanField('clear', false).describe(
      'Removes all metadata of the file first, with XMP and the id of the document.',
    ),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refusal: ({ options: { pages: _, separate: __, clear, ...fields } }) =>
    !clear && Object.values(fields).every(value => value === undefined)
      ? new AppError('invalid-request', { reason: 'Please give metadata to change, or clear it.' })
      : undefined,
})
