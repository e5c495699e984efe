/** Ability of the drawing engine: SVG files and PDF pages to SVG and PDF. */
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

export const drawingOptions = z.object({ isIntermediate: z.boolean().default(false) })
export type DrawingOptions = z.infer<typeof drawingOptions>

export const drawingConvert = defineAbility({
  id: 'drawing-convert',
  engine: 'drawing',
  from: ['svg', 'pdf', 'ai', 'eps', 'ps'],
  to: ['svg', 'pdf'],
  cost: 4,
  operation: 'convert-drawing',
  options: drawingOptions,
})
