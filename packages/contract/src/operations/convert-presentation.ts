/** POST /api/convert/presentation: converts presentations to documents, text and images of their slides. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { imageQualities } from './media-calls.ts'
import { defineOperation, pairsOf } from './operation.ts'
import { numberField } from './option-fields.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const written = ['pdf', 'pptx', 'odp', 'png', 'jpg', 'txt', 'md'] as const
const names = [...written, 'jpeg'] as const
const slides = pairsOf({ pptx: written, ppt: written, odp: written, key: written })

export const convertPresentation = defineOperation({
  path: '/api/convert/presentation',
  label: 'Presentation conversion',
  fileKind: 'presentation',
  takes: 'one-file',
  ...slides,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(names, { error: `Output format must be one of: ${written.join(', ')}.` })
      .transform(name => (name === 'jpeg' ? 'jpg' : name))
      .describe('Several slides as png or jpg become a ZIP archive of one image per slide.'),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .optional()
      .describe('Quality of jpg and png. Default: high.'),
    dpi: numberField('dpi', { min: 36, max: 600, isWhole: true })
      .optional()
      .describe('Resolution of jpg and png in pixels per inch. Default: that of the quality.'),
  }),
  password: passwordField,
  stepOptions: () => ({}),
  encoding: ({ quality, dpi }) => ({
    ...(quality !== undefined && { quality }),
    ...(dpi !== undefined && { dpi }),
  }),
  refusal: ({ options: { outputFormat, quality, dpi } }) => {
    if (outputFormat === 'png' || outputFormat === 'jpg') return undefined
    const option = dpi === undefined ? 'quality' : 'dpi'
    return dpi === undefined && quality === undefined
      ? undefined
      : new AppError('option-without-effect', { option, reason: 'only jpg and png are images of slides.' })
  },
  refuseFormats: (given, { password }) => unusedPassword(given, password),
  queueClass: 'short',
  longFromBytes: 20 * bytesPerMegabyte,
  maxBytes: 100 * bytesPerMegabyte,
})
