/** Translation engine: texts and documents between twelve languages. */
import type { EngineDefinition } from '../engine.ts'
import { translationAbilities } from './abilities.ts'

export const translationEngine: EngineDefinition = {
  id: 'translation',
  abilities: translationAbilities,
  start: async (settings, sandbox) => {
    const { startTranslation } = await import('./start-translation.ts')
    return startTranslation(settings, sandbox)
  },
}
