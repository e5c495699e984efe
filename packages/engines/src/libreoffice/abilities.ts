/** Abilities of LibreOffice: documents except PDF to every document format, spreadsheets, presentations and drawings. */
import type { FormatId } from '@filesmith/contract/formats'
import { convertPresentation } from '@filesmith/contract/operations/convert-presentation'
import { convertSpreadsheet } from '@filesmith/contract/operations/convert-spreadsheet'
import { markdownImageModes } from '@filesmith/contract/operations/markdown-images'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'
import { drawingOptions } from '../drawing/abilities.ts'

export const officeInputs = [
  'docx',
  'doc',
  'odt',
  'rtf',
  'html',
  'txt',
] as const satisfies readonly FormatId[]
export const officeOutputs = [
  'pdf',
  'docx',
  'odt',
  'txt',
  'rtf',
  'html',
] as const satisfies readonly FormatId[]

/** HTML that LibreOffice wrote of other documents, or that was uploaded; LibreOffice itself is not needed for it. */
export const htmlToMarkdown = defineAbility({
  id: 'html-to-markdown',
  engine: 'libreoffice',
  from: ['html'],
  to: ['md'],
  cost: 1,
  options: z.object({ images: z.enum(markdownImageModes).default('beside') }),
})

export const officeConvert = defineAbility({
  id: 'office-convert',
  engine: 'libreoffice',
  from: officeInputs,
  to: officeOutputs,
  cost: 5,
  options: z.unknown(),
})

/** Documents of Apple Pages. */
export const pagesConvert = defineAbility({
  id: 'pages-convert',
  engine: 'libreoffice',
  from: ['pages'],
  to: officeOutputs,
  cost: 5,
  options: z.unknown(),
})

export const spreadsheetConvert = defineAbility({
  id: 'spreadsheet-convert',
  engine: 'libreoffice',
  operation: 'convert-spreadsheet',
  from: convertSpreadsheet.inputs,
  to: convertSpreadsheet.outputs,
  cost: 5,
  options: z.unknown(),
})

const presentationOutputs = ['pdf', 'pptx', 'odp', 'txt', 'md'] as const satisfies readonly FormatId[]

/** Images of slides are rendered from the PDF. */
export const presentationConvert = defineAbility({
  id: 'presentation-convert',
  engine: 'libreoffice',
  operation: 'convert-presentation',
  from: convertPresentation.inputs,
  to: presentationOutputs,
  cost: 5,
  options: z.unknown(),
})

const officeDrawings = ['odg', 'vsdx', 'emf', 'wmf', 'cdr', 'dxf'] as const satisfies readonly FormatId[]

export const officeDrawingConvert = defineAbility({
  id: 'office-drawing-convert',
  engine: 'libreoffice',
  operation: 'convert-drawing',
  from: officeDrawings,
  to: ['pdf', 'svg'],
  cost: 5,
  options: drawingOptions,
})
