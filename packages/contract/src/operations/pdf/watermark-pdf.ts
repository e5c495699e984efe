/** POST /api/pdf/watermark: draws a text or an image over or under the pages of a PDF. */
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { FormatId } from '../../formats.ts'
import { defineOperation } from '../operation.ts'
import { booleanField, colorField, numberField } from '../option-fields.ts'
import { drawnImages, onPagesField } from './drawing-fields.ts'
import { documentFields, pdfFromPdfs, pdfPasswordsField } from './source-fields.ts'

export const watermarkPositions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const
export type WatermarkPosition = (typeof watermarkPositions)[number]

const watermarkLayers = ['above', 'below'] as const

const maxTextLength = 500

export const watermarkPdf = defineOperation({
  ...pdfFromPdfs,
  path: '/api/pdf/watermark',
  label: 'PDF watermark',
  inputs: ['pdf', ...drawnImages],
  nameSuffix: () => '-watermarked',
  options: z.object({
    ...documentFields,
    text: z
      .string({ error: 'Text must be text.' })
      .max(maxTextLength, { error: `Text can have at most ${maxTextLength} characters.` })
      .default('')
      .describe(
        'Text of the watermark, in any script, in several lines if needed. Instead, add an image to the files.',
      ),
    position: z
      .enum(watermarkPositions, { error: `Position must be one of: ${watermarkPositions.join(', ')}.` })
      .default('center'),
    tiled: booleanField('tiled', false).describe('Repeats the watermark over the whole page.'),
    rotation: numberField('rotation', { min: -180, max: 180 })
      .prefault(0)
      .describe('In degrees, counterclockwise.'),
    size: numberField('size', { min: 1, max: 100 })
      .prefault(50)
      .describe(
        'Width of the watermark in percent of the width of the page; made smaller where it would not fit.',
      ),
    color: colorField('Color').default('#808080').describe('Of a text.'),
    opacity: numberField('opacity', { min: 1, max: 100 }).prefault(30).describe('In percent.'),
    layer: z
      .enum(watermarkLayers, { error: `Layer must be one of: ${watermarkLayers.join(', ')}.` })
      .default('above')
      .describe('Above or below the content of the page.'),
    onPages: onPagesField,
  }),
  password: pdfPasswordsField,
  stepOptions: options => options,
  refuseFormats: (formats, { options: { text } }) => {
    const images = formats.filter(format => format !== 'pdf').length
    const hasText = text.trim() !== ''
    return (
      withoutPdf(formats) ??
      (images > 1 ? new AppError('invalid-request', { reason: 'Please add only one image.' }) : undefined) ??
      (hasText === images > 0
        ? new AppError('invalid-request', {
            reason: 'Please give either a text or an image for the watermark.',
          })
        : undefined)
    )
  },
})

/** Images alone have no pages. */
export function withoutPdf(formats: readonly FormatId[]): AppError | undefined {
  return formats.includes('pdf')
    ? undefined
    : new AppError('invalid-request', { reason: 'Please add a PDF file, too.' })
}
