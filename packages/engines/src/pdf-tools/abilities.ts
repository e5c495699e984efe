/** Abilities of the PDF tools: one for each operation of the PDF Workbench. */
import { organizePdf } from '@filesmith/contract/operations/pdf/organize-pdf'
import { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
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

export const pdfRedact = defineAbility({
  id: 'pdf-redact',
  engine: 'pdf-tools',
  from: redactPdf.inputs,
  to: redactPdf.outputs,
  cost: 4,
  operation: 'redact-pdf',
  options: redactPdf.options,
})

export const pdfToolAbilities = [pdfOrganize, pdfRedact] as const
