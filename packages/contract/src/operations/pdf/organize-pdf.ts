/** POST /api/pdf/organize: merges, splits, reorders and rotates pages of PDFs. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { numberField } from '../option-fields.ts'
import { pdfImageFormats } from './images-to-pdf.ts'
import { onePdfOfSeveral, pagesField, pdfPasswordsField } from './source-fields.ts'

const pdfSplits = ['none', 'pages', 'size', 'bookmarks'] as const

export const organizePdf = defineOperation({
  ...onePdfOfSeveral,
  path: '/api/pdf/organize',
  label: 'PDF pages',
  // Images become pages.
  inputs: ['pdf', ...pdfImageFormats],
  outputs: ['pdf'],
  output: { by: 'option', format: () => 'pdf' },
  options: z.object({
    pages: pagesField.describe(
      'Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files.',
    ),
    split: z
      .enum(pdfSplits, { error: `Split must be one of: ${pdfSplits.join(', ')}.` })
      .default('none')
      .describe(
        'Splits every document: after a number of pages, below a size, or at its top-level bookmarks (one without bookmarks stays whole). Several documents come as one ZIP file.',
      ),
    splitPages: numberField('splitPages', { min: 1, max: 100_000, isWhole: true })
      .optional()
      .describe('Pages of each document; needs split=pages.'),
    splitMegabytes: numberField('splitMegabytes', { min: 0.05, max: 10_000 })
      .optional()
      .describe('Maximum size of each document; needs split=size.'),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refusal: ({ options: { split, splitPages, splitMegabytes } }) =>
    refusalOf('splitPages', splitPages, split === 'pages') ??
    refusalOf('splitMegabytes', splitMegabytes, split === 'size'),
})

/** A number that its kind of split needs, and no other kind has. */
function refusalOf(option: string, value: number | undefined, isNeeded: boolean): AppError | undefined {
  if (isNeeded && value === undefined)
    return new AppError('invalid-request', { reason: `Please give ${option} with this split.` })
  if (!isNeeded && value !== undefined)
    return new AppError('option-without-effect', { option, reason: 'this split does not use it.' })
  return undefined
}
