/** POST /api/convert/font: puts a font into another container; its outlines stay as they are. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const { pairs, inputs, outputs } = pairsOf({
  ttf: ['woff2', 'woff'],
  otf: ['woff2', 'woff'],
  ttc: ['ttf', 'otf', 'woff2', 'woff'],
  woff: ['ttf', 'otf', 'woff2'],
  woff2: ['ttf', 'otf', 'woff'],
})

export const convertFont = defineOperation({
  path: '/api/convert/font',
  label: 'Font conversion',
  fileKind: 'font',
  takes: 'one-file',
  pairs,
  inputs,
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
  }),
  stepOptions: options => options,
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
