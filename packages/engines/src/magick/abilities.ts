/** What ImageMagick does where sharp cannot: it reads five more formats and writes JPEG XL. */
import type { Ability } from '../engine.ts'

/** WebAssembly on one core: several times slower than sharp for the same picture. */
const wasmCost = 5

export const magickAbilities = [
  {
    id: 'magick-decode',
    engine: 'magick',
    from: ['bmp', 'heic', 'ico', 'psd', 'jxl'],
    // Uncompressed: nothing is written or read faster.
    to: ['tiff'],
    cost: wasmCost,
    isIntermediate: true,
  },
  {
    id: 'magick-encode-jxl',
    engine: 'magick',
    // Everything else goes through sharp first, which knows profiles, CMYK, pages and drawings better.
    from: ['png', 'bmp', 'heic', 'ico', 'jxl'],
    to: ['jxl'],
    cost: wasmCost,
  },
] as const satisfies readonly Ability[]
