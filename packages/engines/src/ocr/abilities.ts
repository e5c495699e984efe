/** Ability of the OCR engine; formats not listed here are converted to TIFF first. */
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import { defineAbility } from '../ability.ts'

export const recognizeText = defineAbility({
  id: 'recognise-text',
  engine: 'ocr',
  from: ['jpg', 'png', 'webp', 'tiff', 'pdf'],
  to: ['txt'],
  cost: 20,
  operation: 'extract-text',
  options: ocrOptionsSchema,
})
