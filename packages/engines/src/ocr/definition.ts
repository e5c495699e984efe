/** OCR engine: recognizes the text of images, scans and PDFs with Tesseract. */
import type { EngineDefinition } from '../engine.ts'
import { ocrAbilities } from './abilities.ts'

export const ocrEngine: EngineDefinition = {
  id: 'ocr',
  abilities: ocrAbilities,
  start: async (settings, sandbox) => {
    const { startOcr } = await import('./start-ocr.ts')
    return startOcr(settings, sandbox)
  },
}
