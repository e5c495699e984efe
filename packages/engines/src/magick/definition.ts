/** Definition of the ImageMagick engine (WebAssembly): formats that sharp cannot read or write. */
import type { EngineDefinition } from '../engine.ts'
import { magickAbilities } from './abilities.ts'

export const magickEngine: EngineDefinition = {
  id: 'magick',
  abilities: magickAbilities,
  start: async (settings, sandbox) => {
    const { startImageHelpers } = await import('../image-helpers.ts')
    const packages = ['@imagemagick/magick-wasm']
    return startImageHelpers({ program: 'magick/program.ts', packages }, settings, sandbox)
  },
}
