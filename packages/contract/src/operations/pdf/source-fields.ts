/** What every operation on PDFs takes: files, and which of their pages. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../../bytes.ts'
import { isPageListError, maxPageListLength, parsePageList } from '../../pdf/page-list.ts'
import { booleanField, numberField } from '../option-fields.ts'
import { maxPasswordLength, type passwordField } from '../password-field.ts'

export const maxPdfFiles = 100

export const pagesField = z
  .string({ error: 'Pages must be text such as 1-5, 8, odd.' })
  .max(maxPageListLength, { error: 'The list of pages is too long.' })
  .default('')
  .superRefine((text, context) => {
    const list = parsePageList(text)
    if (isPageListError(list)) context.addIssue({ code: 'custom', message: list.problem })
  })
  .describe(
    'Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page. Default: all pages of all files.',
  )

/** Of the operations that change documents: one of all pages, or several. */
export const documentFields = {
  pages: pagesField.describe(
    'Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files.',
  ),
  separate: booleanField('separate', false).describe(
    'Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result.',
  ),
}

/** Of what is placed on a page. */
export const documentNumberField = numberField('document', { min: 1, max: 100_000, isWhole: true })
  .optional()
  .describe(
    'With several documents: the one that it belongs to, from 1, and its pages are those of that document. Default: each of them.',
  )

/** A password has no line breaks, so that several are lines; every file is opened with the one that fits. */
export const pdfPasswordsField: typeof passwordField = z
  .string({ error: 'Password must be string.' })
  .max(maxPdfFiles * (maxPasswordLength + 1), { error: 'The passwords are too long.' })
  .refine(text => text.split('\n').every(line => line.length <= maxPasswordLength), {
    error: `Password can have at most ${maxPasswordLength} characters.`,
  })
  .optional()
  .describe(
    'Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done.',
  )

/** That of the result, where it is protected, is the first. */
export function splitPasswords(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split('\n')
  return [first, ...others]
}

/** Of the operations that make one PDF of one or several files. */
export const onePdfOfSeveral = {
  fileKind: 'document',
  takes: 'several-files',
  maxFiles: maxPdfFiles,
  countsAsOne: true,
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
} as const

/** Of those that read and write nothing but PDF. */
export const pdfFromPdfs = {
  ...onePdfOfSeveral,
  inputs: ['pdf'],
  outputs: ['pdf'],
  output: { by: 'option', format: (): 'pdf' => 'pdf' },
} as const
