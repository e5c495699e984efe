/** Speech engine: transcribes videos with a timestamp for every word. */
import type { EngineDefinition } from '../engine.ts'
import { speechAbilities } from './abilities.ts'

export const speechEngine: EngineDefinition = {
  id: 'speech',
  abilities: speechAbilities,
  start: async (settings, sandbox) => {
    const { startSpeech } = await import('./start-speech.ts')
    return startSpeech(settings, sandbox)
  },
}
