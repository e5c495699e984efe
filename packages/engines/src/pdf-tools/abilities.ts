/** Abilities of the PDF tools: one for each operation of the PDF Workbench. */
import { compressPdf } from '@filesmith/contract/operations/pdf/compress-pdf'
import { imagesToPdf } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import { defineAbility } from '../ability.ts'

export const pdfOrganize = defineAbility({
  id: 'pdf-organize',
  engine: 'pdf-tools',
  from: organizePdf.inputs,
  to: organizePdf.outputs,
  cost: 2,
  operation: 'organize-pdf',
  options: organizePdf.options,
})

export const pdfCompress = defineAbility({
  id: 'pdf-compress',
  engine: 'pdf-tools',
  from: compressPdf.inputs,
  to: compressPdf.outputs,
  cost: 2,
  operation: 'compress-pdf',
  options: compressPdf.options,
})
export const pdfFromImages = defineAbility({
  id: 'pdf-from-images',
  engine: 'pdf-tools',
  from: imagesToPdf.inputs,
  to: imagesToPdf.outputs,
  cost: 2,
  operation: 'images-to-pdf',
  options: imagesToPdf.options,
})

export const pdfToolAbilities = [pdfOrganize, pdfCompress, pdfFromImages] as const
