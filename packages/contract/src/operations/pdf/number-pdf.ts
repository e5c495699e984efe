/** POST /api/pdf/number: writes page numbers, headers and footers on the pages of a PDF. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, colorField, numberField } from '../option-fields.ts'
import { onPagesField } from './drawing-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const numberPlaces = [
  'topLeft',
  'topCenter',
  'topRight',
  'bottomLeft',
  'bottomCenter',
  'bottomRight',
] as const
export type NumberPlace = (typeof numberPlaces)[number]

const numberPlaceholders = ['page', 'pages', 'date', 'file', 'label'] as const

const maxTextLength = 300
const placeholder = /\{([^{}]*)\}/g

const placeField = (place: string) =>
  z
    .string({ error: `${place} must be text.` })
    .max(maxTextLength, { error: `${place} can have at most ${maxTextLength} characters.` })
    .default('')
    .superRefine((text, context) => {
      const known: readonly string[] = numberPlaceholders
      const unknown = [...text.matchAll(placeholder)].find(([, name = '']) => !known.includes(name))
      if (unknown)
        context.addIssue({
          code: 'custom',
          message: `${unknown[0]} is not a placeholder. There are ${known.map(name => `{${name}}`).join(', ')}.`,
        })
    })
    .describe(
      `Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page.${place === 'bottomCenter' ? ' Default: {page}, if no other place has a text.' : ''}`,
    )

export const numberPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/number',
  label: 'PDF page numbers',
  nameSuffix: () => '-numbered',
  options: z.object({
    ...documentFields,
    topLeft: placeField('topLeft'),
    topCenter: placeField('topCenter'),
    topRight: placeField('topRight'),
    bottomLeft: placeField('bottomLeft'),
    bottomCenter: placeField('bottomCenter'),
    bottomRight: placeField('bottomRight'),
    firstNumber: numberField('firstNumber', { min: 0, max: 1_000_000, isWhole: true })
      .prefault(1)
      .describe('Number of the first page.'),
    skipFirst: booleanField('skipFirst', false).describe('Leaves the first page as it is; it still counts.'),
    fontSize: numberField('fontSize', { min: 4, max: 72 }).prefault(10).describe('In points.'),
    margin: numberField('margin', { min: 0, max: 100 })
      .prefault(10)
      .describe('Between the text and the edge of the page, in millimeters.'),
    color: colorField('Color').default('#000000'),
    onPages: onPagesField,
  }),
  password: pdfPasswordsField,
  resolve: options =>
    numberPlaces.every(place => options[place].trim() === '')
      ? { ...options, bottomCenter: '{page}' }
      : options,
  stepOptions: options => options,
  refusal: ({ options: { topLeft, topCenter, topRight, bottomLeft, bottomCenter, bottomRight } }) =>
    [topLeft, topCenter, topRight, bottomLeft, bottomCenter, bottomRight].some(text => /\p{Cc}/u.test(text))
      ? new AppError('invalid-request', { reason: 'Headers and footers have one line each.' })
      : undefined,
})
