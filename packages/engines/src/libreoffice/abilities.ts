/** Conversions of LibreOffice: every document format except PDF to every document format. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Ability } from '../engine.ts'

export const officeInputs = [
  'docx',
  'doc',
  'odt',
  'rtf',
  'html',
  'txt',
] as const satisfies readonly FormatId[]
export const officeOutputs = ['pdf', 'docx', 'txt', 'rtf', 'html'] as const satisfies readonly FormatId[]

export const officeAbilities: readonly Ability[] = [
  { id: 'office-convert', engine: 'libreoffice', from: officeInputs, to: officeOutputs, cost: 5 },
]
