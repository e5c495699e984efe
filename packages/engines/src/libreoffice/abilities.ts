/** Ability of LibreOffice: every document format except PDF to every document format. */
import type { FormatId } from '@filesmith/contract/formats'
import { markdownImageModes } from '@filesmith/contract/operations/markdown-images'
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
