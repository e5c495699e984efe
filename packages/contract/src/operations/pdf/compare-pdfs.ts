/** POST /api/pdf/compare: finds the differences of two PDFs in text and looks. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { isPageListError, parsePageList } from '../../pdf/page-list.ts'
import { defineOperation } from '../operation.ts'
import { booleanField } from '../option-fields.ts'
import { onePdfOfSeveral, pagesField, pdfPasswordsField } from './source-fields.ts'

const reportFormats = ['pdf', 'json'] as const

export const comparePdfs = defineOperation({
  ...onePdfOfSeveral,
  path: '/api/pdf/compare',
  label: 'PDF comparison',
  inputs: ['pdf'],
  outputs: reportFormats,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    pages: pagesField.describe(
      'The old and the new document as two lists of pages with ";" between them, as in "1:1-5; 2:all". Default: all pages of the first file, and all of the second.',
    ),
    outputFormat: z
      .enum(reportFormats, { error: `outputFormat must be one of: ${reportFormats.join(', ')}.` })
      .default('pdf')
      .describe(
        'A report with the pages side by side, with differences.json as a part of the result, or only the list of differences.',
      ),
    allPages: booleanField('allPages', false).describe('The report shows pages without differences, too.'),
  }),
  password: pdfPasswordsField,
  nameSuffix: () => '-compared',
  stepOptions: options => options,
  refusal: ({ options: { pages, outputFormat, allPages } }) => {
    const list = parsePageList(pages)
    if (pages.trim() !== '' && !isPageListError(list) && list.length !== 2)
      return new AppError('invalid-request', {
        reason: 'Please list the pages of two documents, with ";" between them.',
      })
    return allPages && outputFormat === 'json'
      ? new AppError('option-without-effect', { option: 'allPages', reason: 'the list has every page.' })
      : undefined
  },
  refuseFormats: (formats, { options: { pages } }) =>
    pages.trim() === '' && formats.length !== 2
      ? new AppError('invalid-request', { reason: 'Please give two files: the old and the new one.' })
      : undefined,
})
