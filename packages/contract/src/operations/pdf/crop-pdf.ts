/** POST /api/pdf/crop: shows less of the pages of a PDF. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, numberField } from '../option-fields.ts'
import { onPagesField } from './drawing-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

const edges = ['top', 'right', 'bottom', 'left'] as const

const lengthField = (name: string) => numberField(name, { min: 0, max: 5000 }).prefault(0)

export const cropPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/crop',
  label: 'PDF cropping',
  nameSuffix: () => '-cropped',
  options: z.object({
    ...documentFields,
    top: lengthField('top').describe('Cut off at the top of the page as it is seen, in millimeters.'),
    right: lengthField('right').describe('Cut off at the right, in millimeters.'),
    bottom: lengthField('bottom').describe('Cut off at the bottom, in millimeters.'),
    left: lengthField('left').describe('Cut off at the left, in millimeters.'),
    width: numberField('width', { min: 1, max: 5000 })
      .optional()
      .describe('Width that stays, in millimeters from left; instead of right.'),
    height: numberField('height', { min: 1, max: 5000 })
      .optional()
      .describe('Height that stays, in millimeters from top; instead of bottom.'),
    remove: booleanField('remove', false).describe(
      'Removes what is cut off from the file, with attachments and document properties. Default: it is only hidden.',
    ),
    onPages: onPagesField.describe('Pages of the result to crop, as in "2-, odd, last". Default: all.'),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refusal: ({ options }) => {
    const { width, height, right, bottom } = options
    if (edges.every(edge => options[edge] === 0) && width === undefined && height === undefined)
      return new AppError('invalid-request', { reason: 'Please give a margin to cut off.' })
    if ((width !== undefined && right > 0) || (height !== undefined && bottom > 0))
      return new AppError('invalid-request', {
        reason: 'Please give either width or right, and either height or bottom.',
      })
    return undefined
  },
})
