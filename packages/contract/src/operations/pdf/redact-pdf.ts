/** POST /api/pdf/redact: removes text, images and hidden data from PDFs, and proves that they are gone. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, numberField } from '../option-fields.ts'
import { documentFields, documentNumberField, onePdfOfSeveral, pdfPasswordsField } from './source-fields.ts'

export const redactionPatterns = ['email', 'phone', 'iban', 'card'] as const
export type RedactionPattern = (typeof redactionPatterns)[number]

const maxAreas = 5000
const maxWords = 500
const maxWordLength = 200
/** Of a page, in points. */
const maxPosition = 20_000

/** A list in JSON; in a form, a JSON list or one item per line. */
function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Lines.
  }
  return value.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
}

const position = (name: string) => numberField(name, { min: -maxPosition, max: maxPosition })
const length = (name: string) => numberField(name, { min: 0.1, max: maxPosition })

const areaSchema = z.object({
  document: documentNumberField,
  page: numberField('page', { min: 1, max: 100_000, isWhole: true }).describe('Page of the result, from 1.'),
  x: position('x').describe('From the left edge of the page as seen.'),
  y: position('y').describe('From the top edge of the page as seen.'),
  width: length('width'),
  height: length('height'),
  unit: z
    .enum(['points', 'percent'], { error: 'Unit must be one of: points, percent.' })
    .default('points')
    .describe('Of x, y, width and height; percent are of the width and height of the page.'),
})

export const redactPdf = defineOperation({
  ...onePdfOfSeveral,
  path: '/api/pdf/redact',
  label: 'PDF redaction',
  inputs: ['pdf'],
  outputs: ['pdf'],
  output: { by: 'option', format: () => 'pdf' },
  options: z.object({
    ...documentFields,
    areas: z
      .preprocess(
        listOf,
        z
          .array(areaSchema, { error: 'Areas must be a list of page, x, y, width and height.' })
          .max(maxAreas, { error: `At most ${maxAreas} areas.` }),
      )
      .prefault([])
      .describe(
        'Areas to remove: a JSON list of page, x, y, width and height, in points (1/72 inch) of the page as seen, or with the unit "percent"; with several documents also of document, from 1.',
      ),
    words: z
      .preprocess(
        listOf,
        z
          .array(
            z
              .string({ error: 'Words must be a list of texts.' })
              .trim()
              .min(1, { error: 'A word must not be empty.' })
              .max(maxWordLength, { error: `A word has at most ${maxWordLength} characters.` }),
            { error: 'Words must be a list of texts.' },
          )
          .max(maxWords, { error: `At most ${maxWords} words.` }),
      )
      .prefault([])
      .describe('Words or phrases to remove wherever they occur: a JSON list, or one per line.'),
    patterns: z
      .preprocess(
        listOf,
        z.array(
          z.enum(redactionPatterns, {
            error: `Patterns must be a list of: ${redactionPatterns.join(', ')}.`,
          }),
          { error: `Patterns must be a list of: ${redactionPatterns.join(', ')}.` },
        ),
      )
      .prefault([])
      .describe(
        'Kinds of text to remove: email addresses, phone numbers, IBANs and card numbers (the last two with valid check digits).',
      ),
    matchCase: booleanField('matchCase', false).describe('Upper and lower case must match.'),
    wholeWords: booleanField('wholeWords', false).describe('Leaves words that only contain a listed word.'),
    removeHiddenLayers: booleanField('removeHiddenLayers', false).describe(
      'Removes layers that are not shown when the document is opened.',
    ),
    removeComments: booleanField('removeComments', false).describe(
      'Removes all comments and other annotations, but not links and form fields.',
    ),
    removeFieldValues: booleanField('removeFieldValues', false).describe(
      'Empties all form fields; the fields stay.',
    ),
    color: z
      .string()
      .max(7, { error: 'Color must be like #000000.', abort: true })
      .regex(/^#[0-9a-f]{6}$/i, { error: 'Color must be like #000000.' })
      .default('#000000')
      .describe('Color of the boxes.'),
    label: z
      .string()
      .trim()
      .max(40, { error: 'The label has at most 40 characters.', abort: true })
      .regex(/^[\x20-\x7e]*$/, { error: 'The label may have letters, digits and punctuation of ASCII only.' })
      .default('')
      .describe('Text on the boxes; none by default.'),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  nameSuffix: () => '-redacted',
  refusal: ({ options: { areas, words, patterns, ...also } }) =>
    areas.length + words.length + patterns.length > 0 ||
    also.removeHiddenLayers ||
    also.removeComments ||
    also.removeFieldValues
      ? undefined
      : new AppError('invalid-request', { reason: 'Please give areas, words or patterns to redact.' }),
})
