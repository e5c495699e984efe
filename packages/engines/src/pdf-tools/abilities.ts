/** Abilities of the PDF tools: one for each operation of the PDF Workbench. */
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

export const pdfToolAbilities = [pdfOrganize] as const
