/** Abilities of the ImageMagick engine: decodes five formats that sharp cannot and encodes JPEG XL. */
import type { Ability } from '../engine.ts'

/** WebAssembly on a single core: several times slower than sharp. */
const wasmCost = 5

export const magickAbilities = [
  {
    id: 'magick-decode',
    engine: 'magick',
    from: ['bmp', 'heic', 'ico', 'psd', 'jxl'],
    // Uncompressed: the fastest to write and read.
    to: ['tiff'],
    cost: wasmCost,
    isIntermediate: true,
  },
  {
    id: 'magick-encode-jxl',
    engine: 'magick',
    // All other formats go through sharp first, which handles profiles, CMYK, pages and SVG better.
    from: ['png', 'bmp', 'heic', 'ico', 'jxl'],
    to: ['jxl'],
    cost: wasmCost,
  },
] as const satisfies readonly Ability[]
