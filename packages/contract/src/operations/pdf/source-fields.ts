/** What every operation on PDFs takes: files, and which of their pages. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../../bytes.ts'
import { isPageListError, maxPageListLength, parsePageList } from '../../pdf/page-list.ts'

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
