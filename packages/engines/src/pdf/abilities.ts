/** Abilities of the PDF engine. */

import { markdownImageModes } from '@filesmith/contract/operations/markdown-images'
import { imageQualities } from '@filesmith/contract/operations/media-calls'
import { z } from 'zod'
import { defineAbility } from '../ability.ts'

const options = z.object({
  quality: z.enum(imageQualities).default('high'),
  images: z.enum(markdownImageModes).default('beside'),
})

export const pdfToDocument = defineAbility({
  id: 'pdf-to-document',
  engine: 'pdf',
  from: ['pdf'],
  to: ['docx', 'txt', 'html', 'md'],
  cost: 2,
  options,
})

const imageOptions = options.extend({ dpi: z.number().optional() })

export const pdfToImages = defineAbility({
  id: 'pdf-to-pictures',
  engine: 'pdf',
  from: ['pdf'],
  to: ['jpg', 'png'],
  cost: 2,
  options: imageOptions,
})
