/** Definition of the GIF engine. */
import type { EngineDefinition } from '../engine.ts'
import { gifAbilities } from './abilities.ts'

export const gifEngine: EngineDefinition = {
  id: 'gif',
  abilities: gifAbilities,
  start: async (settings, sandbox) => {
    const { startGif } = await import('./start-gif.ts')
    return startGif(settings, sandbox)
  },
}
