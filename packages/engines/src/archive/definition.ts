/** The archive engine: many files packed into one. */

import { archiveFormats } from '@filesmith/contract/archive-formats'
import type { EngineDefinition } from '../engine.ts'

export const archiveEngine: EngineDefinition = {
  id: 'archive',
  // No way leads here from another format: it takes whatever files there are.
  abilities: [{ id: 'archive/pack', engine: 'archive', from: [], to: archiveFormats, cost: 1 }],
  start: async (settings, sandbox) => {
    const { startArchive } = await import('./start-archive.ts')
    return startArchive(settings, sandbox)
  },
}
