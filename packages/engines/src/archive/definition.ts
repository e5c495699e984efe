/** The archive engine: many files packed into one. */
import type { EngineDefinition } from '../engine.ts'

export const archiveEngine: EngineDefinition = {
  id: 'archive',
  // No way leads here from another format: it takes whatever files there are.
  abilities: [{ id: 'archive/pack', engine: 'archive', from: [], to: ['zip', '7z', 'tar', 'rar'], cost: 1 }],
  start: async (settings, sandbox) => {
    const { startArchive } = await import('./start-archive.ts')
    return startArchive(settings, sandbox)
  },
}
