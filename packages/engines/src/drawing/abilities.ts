/** Ability of the drawing engine: vector drawings and PDF pages to SVG and PDF. */
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

/** Read by LibreOffice, with the name of its reader. Pinned: a file must not choose another one (attack surface). */
export const officeReaders = {
  emf: 'EMF - MS Windows Metafile',
  wmf: 'WMF - MS Windows Metafile',
  cdr: 'Corel Draw Document',
  dxf: 'DXF - AutoCAD Interchange',
} as const

export type OfficeDrawing = keyof typeof officeReaders

export const drawingConvert = defineAbility({
  id: 'drawing-convert',
  engine: 'drawing',
  from: ['svg', 'pdf', 'ai', 'emf', 'wmf', 'cdr', 'dxf'],
  to: ['svg', 'pdf'],
  cost: 4,
  operation: 'convert-drawing',
  options: z.object({ isIntermediate: z.boolean().default(false) }),
})
