/** POST /api/convert/drawing: converts a vector drawing to SVG, PDF or PNG, and a PDF to SVG. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defineOperation, pairsOf } from './operation.ts'

const everywhere = ['svg', 'pdf', 'png'] as const
const drawings = pairsOf({
  // Other images of an SVG and of PDF pages: convert-image and convert-pdf.
  svg: ['pdf'],
  pdf: ['svg'],
  // Other images of an EPS file: convert-image.
  eps: ['pdf', 'svg'],
  ps: everywhere,
  ai: everywhere,
  emf: everywhere,
  wmf: everywhere,
  cdr: everywhere,
  dxf: everywhere,
  odg: everywhere,
  vsdx: everywhere,
})

export const convertDrawing = defineOperation({
  path: '/api/convert/drawing',
  label: 'Drawing conversion',
  fileKind: 'drawing',
  takes: 'one-file',
  ...drawings,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(drawings.outputs, {
      error: `Output format must be one of: ${drawings.outputs.join(', ')}.`,
    }),
  }),
  stepOptions: () => ({}),
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
