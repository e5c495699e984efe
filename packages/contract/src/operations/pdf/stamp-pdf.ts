/** POST /api/pdf/stamp: puts stamps and signatures on pages of a PDF: drawn lines, typed text or images. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { colorField, numberField } from '../option-fields.ts'
import { drawnImages, onPagesField } from './drawing-fields.ts'
import { documentFields, documentNumberField, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'
import { withoutPdf } from './watermark-pdf.ts'

const maxStamps = 100
const maxTextLength = 500
const maxPathLength = 100_000
const maxJsonLength = 500_000

/** Commands and numbers of SVG paths only. */
const svgPath = /^[MmLlHhVvCcSsQqTtAaZz0-9eE\s,.+-]+$/

const stampSchema = z.strictObject({
  text: z.string().trim().min(1).max(maxTextLength).optional().describe('Typed text.'),
  path: z
    .string()
    .max(maxPathLength, { error: 'The path of a stamp is too long.', abort: true })
    .regex(svgPath, { error: 'The path of a stamp must be an SVG path.' })
    .optional()
    .describe('Drawn lines as an SVG path, in a box of pathWidth by pathHeight.'),
  pathWidth: numberField('pathWidth', { min: 1, max: 10_000 }).optional(),
  pathHeight: numberField('pathHeight', { min: 1, max: 10_000 }).optional(),
  strokeWidth: numberField('strokeWidth', { min: 0.1, max: 100 })
    .prefault(2)
    .describe('Of a path, in its units.'),
  image: numberField('image', { min: 1, max: 100, isWhole: true })
    .optional()
    .describe('An image among the files: 1 is the first image.'),
  document: documentNumberField,
  onPages: onPagesField,
  x: numberField('x', { min: -100_000, max: 100_000 }).describe(
    'From the left edge of the page as it is seen.',
  ),
  y: numberField('y', { min: -100_000, max: 100_000 }).describe(
    'From the top edge of the page as it is seen.',
  ),
  width: numberField('width', { min: 0.1, max: 100_000 }).describe('The height follows.'),
  unit: z
    .enum(['points', 'percent'], { error: 'Unit must be one of: points, percent.' })
    .default('points')
    .describe('Of x, y and width; percent are of the width and height of the page.'),
  rotation: numberField('rotation', { min: -360, max: 360 })
    .prefault(0)
    .describe('In degrees, counterclockwise, around the center.'),
  color: colorField('Color').default('#000000').describe('Of text and paths.'),
  opacity: numberField('opacity', { min: 1, max: 100 }).prefault(100).describe('In percent.'),
})
export type PdfStamp = z.output<typeof stampSchema>

const stampsSchema = z
  .array(stampSchema, { error: 'Stamps must be a list.' })
  .min(1, { error: 'Please add a stamp.' })
  .max(maxStamps, { error: `There can be at most ${maxStamps} stamps.` })
  .superRefine((stamps, context) => {
    for (const [index, stamp] of stamps.entries()) {
      const problem = problemOf(stamp)
      if (problem !== undefined)
        context.addIssue({ code: 'custom', message: `Stamp ${index + 1}: ${problem}` })
    }
  })

function problemOf({ text, path, image, pathWidth, pathHeight }: PdfStamp): string | undefined {
  if ([text, path, image].filter(given => given !== undefined).length !== 1)
    return 'please give one of text, path and image.'
  const hasBox = pathWidth !== undefined && pathHeight !== undefined
  return path !== undefined && !hasBox ? 'a path needs pathWidth and pathHeight.' : undefined
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'Stamps must be a list in JSON.' })
    return z.NEVER
  }
}

export const stampPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/stamp',
  label: 'PDF stamps',
  inputs: ['pdf', ...drawnImages],
  nameSuffix: () => '-stamped',
  options: z.object({
    ...documentFields,
    stamps: z
      .union([
        stampsSchema,
        z
          .string()
          .max(maxJsonLength, { error: 'The stamps are too large.' })
          .transform(parseJson)
          .pipe(stampsSchema),
      ])
      .describe(
        'List of stamps, in JSON in a form. Each has x, y and width, and one of text, path or image: [{"text": "Approved", "x": 40, "y": 40, "width": 120, "onPages": "1"}]',
      ),
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refuseFormats: (formats, { options: { stamps } }) => {
    const images = formats.filter(format => format !== 'pdf').length
    const last = Math.max(0, ...stamps.map(({ image = 0 }) => image))
    return (
      withoutPdf(formats) ??
      (last > images
        ? new AppError('invalid-request', { reason: `There is no image ${last} among the files.` })
        : undefined)
    )
  },
})
