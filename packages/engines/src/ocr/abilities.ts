/** Ability of the OCR engine; formats not listed here are converted to TIFF first. */
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import { extractText } from '@filesmith/contract/operations/extract-text'
import { defineAbility } from '../ability.ts'

export const recognizeText = defineAbility({
  id: 'recognise-text',
  engine: 'ocr',
  // What is fast and lossless first: other formats become one of these.
  from: ['tiff', 'png', 'webp', 'jpg', 'pdf'],
  to: extractText.outputs,
  cost: 20,
  operation: 'extract-text',
  options: ocrOptionsSchema,
})
