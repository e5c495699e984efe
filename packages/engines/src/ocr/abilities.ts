/** What text is read from; other pictures become a PNG first. */
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
