/** PDF engine: converts PDFs to documents and images. */
import type { EngineDefinition } from '../engine.ts'
import { pdfAbilities } from './abilities.ts'

export const pdfEngine: EngineDefinition = {
  id: 'pdf',
  abilities: pdfAbilities,
  start: async (settings, sandbox) => {
    const { startPdfHelpers } = await import('./start-pdf.ts')
    return startPdfHelpers(settings, sandbox)
  },
}
