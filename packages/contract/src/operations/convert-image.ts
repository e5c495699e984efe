/** POST /api/convert/image: converts an image to another format. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { formatsOfKind, outputsOfKind } from '../formats.ts'
import { defineOperation } from './operation.ts'

export const imageQualities = ['high', 'medium', 'low'] as const

/** A still image is never written as an animated PNG; resizing keeps the format of an animation. */
const outputs = [...outputsOfKind('image').filter(format => format !== 'apng'), 'pdf'] as const

export const convertImage = defineOperation({
  path: '/api/convert/image',
  label: 'Image conversion',
  fileKind: 'image',
  takes: 'one-file',
  inputs: formatsOfKind('image'),
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .default('medium'),
  }),
  encoding: ({ quality }) => ({ quality }),
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
