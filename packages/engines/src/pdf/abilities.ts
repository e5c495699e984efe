/** Conversions of the PDF engine. */
import type { Ability } from '../engine.ts'

export const pdfAbilities = [
  { id: 'pdf-to-document', engine: 'pdf', from: ['pdf'], to: ['docx', 'txt', 'html'], cost: 2 },
  { id: 'pdf-to-pictures', engine: 'pdf', from: ['pdf'], to: ['jpg', 'png'], cost: 2 },
] as const satisfies readonly Ability[]
