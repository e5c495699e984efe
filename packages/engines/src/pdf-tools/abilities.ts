/** Abilities of the PDF tools: one for each operation of the PDF Workbench. */
import { compressPdf } from '@filesmith/contract/operations/pdf/compress-pdf'
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

export const pdfToolAbilities = [pdfOrganize, pdfCompress] as const
