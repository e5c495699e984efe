/** Ability of LibreOffice: every document format except PDF to every document format. */
import type { FormatId } from '@filesmith/contract/formats'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

export const officeInputs = [
  'docx',
  'doc',
  'odt',
  'rtf',
  'html',
  'txt',
] as const satisfies readonly FormatId[]
export const officeOutputs = ['pdf', 'docx', 'txt', 'rtf', 'html'] as const satisfies readonly FormatId[]

export const officeConvert = defineAbility({
  id: 'office-convert',
  engine: 'libreoffice',
  from: officeInputs,
  to: officeOutputs,
  cost: 5,
  options: z.unknown(),
})
