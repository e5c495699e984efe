/** Archive engine: packs files into one archive. */

import { archiveFormats } from '@filesmith/contract/archive-formats'
import type { EngineDefinition } from '../engine.ts'

export const archiveEngine: EngineDefinition = {
  id: 'archive',
  // Not reachable by a conversion route: it accepts any files.
  abilities: [{ id: 'archive/pack', engine: 'archive', from: [], to: archiveFormats, cost: 1 }],
  start: async (settings, sandbox) => {
    const { startArchive } = await import('./start-archive.ts')
    return startArchive(settings, sandbox)
  },
}
