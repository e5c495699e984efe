/** Document formats that are translated directly; others are converted to one of these first. */
import { translateDocument } from '@filesmith/contract/operations/translate-document'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

export const translateDocxAbility = defineAbility({
  id: 'translate-docx',
  engine: 'translation',
  from: ['docx'],
  to: ['docx'],
  cost: 10,
  operation: 'translate-document',
  options: translateDocument.options.extend({ isIntermediate: z.boolean().default(false) }),
})

// Routes must not go from TXT over DOCX, which loses the encoding, nor from DOCX over TXT, which loses the formatting.
export const translateTxtAbility = defineAbility({
  id: 'translate-txt',
  engine: 'translation',
  from: ['txt'],
  to: ['txt'],
  cost: 50,
  operation: 'translate-document',
  options: translateDocument.options,
})
