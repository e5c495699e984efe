/** Abilities of the ImageMagick engine: decodes five formats that sharp cannot and encodes JPEG XL. */
import { defineAbility } from '../ability.ts'
import { imageStepOptions } from '../image-request.ts'

/** WebAssembly on a single core: several times slower than sharp. */
const wasmCost = 5

export const magickDecode = defineAbility({
  id: 'magick-decode',
  engine: 'magick',
  from: ['bmp', 'heic', 'ico', 'psd', 'jxl'],
  // Uncompressed: the fastest to write and read.
  to: ['tiff'],
  cost: wasmCost,
  isIntermediate: true,
  options: imageStepOptions,
})

export const magickEncodeJxl = defineAbility({
  id: 'magick-encode-jxl',
  engine: 'magick',
  // All other formats go through sharp first, which handles profiles, CMYK, pages and SVG better.
  from: ['png', 'bmp', 'heic', 'ico', 'jxl'],
  to: ['jxl'],
  cost: wasmCost,
  options: imageStepOptions,
})
