/** Definition of the sharp engine: the preferred engine for images. */
import type { EngineDefinition } from '../engine.ts'
import { sharpAbilities } from './abilities.ts'

export const sharpEngine: EngineDefinition = {
  id: 'sharp',
  abilities: sharpAbilities,
  start: async (settings, sandbox) => {
    const { startImageHelpers } = await import('../image-helpers.ts')
    return startImageHelpers({ program: 'sharp/program.ts', packages: ['sharp'] }, settings, sandbox)
  },
}
