/** POST /api/pdf/arrange: puts one or several pages of a PDF on each sheet of paper, or makes a booklet. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, numberField } from '../option-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

const sheetLayouts = ['grid', 'booklet'] as const
const pagesPerSheet = [1, 2, 4, 6, 9, 16] as const
export const sheetOrders = ['across', 'down', 'across-from-right', 'down-from-right'] as const
export type SheetOrder = (typeof sheetOrders)[number]
/** Width and height in points, upright. */
export const paperSizes = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
} as const
const papers = ['a3', 'a4', 'a5', 'letter', 'legal', 'tabloid'] as const satisfies (keyof typeof paperSizes)[]

export const sheetOrientations = ['auto', 'portrait', 'landscape'] as const
export type SheetOrientation = (typeof sheetOrientations)[number]

const counts = pagesPerSheet.join(', ')

export const arrangePdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/arrange',
  label: 'PDF sheets',
  nameSuffix: ({ layout }) => (layout === 'booklet' ? '-booklet' : '-sheets'),
  options: z.object({
    ...documentFields,
    layout: z
      .enum(sheetLayouts, { error: `Layout must be one of: ${sheetLayouts.join(', ')}.` })
      .default('grid')
      .describe('Several pages on each sheet, or a booklet: sheets to print on both sides, fold and bind.'),
    perSheet: numberField('perSheet', { min: 1, max: 16, isWhole: true })
      .prefault(2)
      .describe(
        `Pages on each sheet: ${counts}. With 1, each page or image is fitted to the paper. A booklet has two on each side.`,
      ),
    order: z
      .enum(sheetOrders, { error: `Order must be one of: ${sheetOrders.join(', ')}.` })
      .default('across')
      .describe(
        'By rows or by columns, from the left or from the right. A booklet from the right is bound there.',
      ),
    paper: z
      .enum(papers, { error: `Paper must be one of: ${papers.join(', ')}.` })
      .default('a4')
      .describe('Size of the sheets.'),
    orientation: z
      .enum(sheetOrientations, { error: `Orientation must be one of: ${sheetOrientations.join(', ')}.` })
      .default('auto')
      .describe('Of the sheets; "auto" turns them so that the pages are as large as possible.'),
    gap: numberField('gap', { min: 0, max: 50 }).prefault(4).describe('Between pages, in millimeters.'),
    margin: numberField('margin', { min: 0, max: 50 })
      .prefault(5)
      .describe('Around the pages of a sheet, in millimeters.'),
    borders: booleanField('borders', false).describe('Draws a thin line around each page.'),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refusal: ({ options: { layout, perSheet, orientation } }) => {
    if (!pagesPerSheet.some(count => count === perSheet))
      return new AppError('invalid-request', { reason: `perSheet must be one of: ${counts}.` })
    if (layout === 'booklet' && perSheet !== 2)
      return new AppError('option-without-effect', {
        option: 'perSheet',
        reason: 'a booklet has two pages on each side.',
      })
    if (layout === 'booklet' && orientation !== 'auto')
      return new AppError('option-without-effect', {
        option: 'orientation',
        reason: 'a booklet has two upright pages on each side.',
      })
    return undefined
  },
})
