/** Conversions of the OCR engine; formats not listed here are converted to TIFF first. */
import type { Ability } from '../engine.ts'

export const ocrAbilities = [
  {
    id: 'recognise-text',
    engine: 'ocr',
    from: ['jpg', 'png', 'webp', 'tiff', 'pdf'],
    to: ['txt'],
    cost: 20,
    operation: 'extract-text',
  },
] as const satisfies readonly Ability[]
