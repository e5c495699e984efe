/** Abilities of the ImageMagick engine: encodes JPEG XL, PSD, JPEG 2000 and DDS. */
import type { FormatId } from '@filesmith/contract/formats'
import type { MagickFormat } from '@imagemagick/magick-wasm'
import { defineAbility } from '../ability.ts'
import { imageStepOptions } from '../image-request.ts'

/** WebAssembly on a single core: several times slower than sharp. */
const wasmCost = 5

/**
 * Formats that ImageMagick reads where no native decoder does, with its coder for each. Pinned: with detection, untrusted input could select any
 * coder (attack surface).
 */
export const magickInputs = {
  bmp: 'BMP',
  heic: 'HEIC',
  ico: 'ICO',
  psd: 'PSD',
  jxl: 'JXL',
  qoi: 'QOI',
  jp2: 'JP2',
  tga: 'TGA',
  dds: 'DDS',
  pcx: 'PCX',
  xpm: 'XPM',
  xbm: 'XBM',
  sgi: 'SGI',
  raw: 'DNG',
} as const satisfies Partial<Record<FormatId, MagickFormat>>

/** Formats that only ImageMagick writes. */
export const magickOutputs = ['jxl', 'psd', 'jp2', 'dds'] as const
export type MagickOutput = (typeof magickOutputs)[number]

/** Not chosen any more: the sharp engine reads these formats itself. Stored in execution plans. */
export const magickDecode = defineAbility({
  id: 'magick-decode',
  engine: 'magick',
  from: ['bmp', 'heic', 'ico', 'psd', 'jxl', 'qoi'],
  // Uncompressed: the fastest to write and read.
  to: ['tiff'],
  cost: wasmCost,
  isIntermediate: true,
  options: imageStepOptions,
})

export const magickEncode = defineAbility({
  // Named when JPEG XL was the only one; stored in execution plans.
  id: 'magick-encode-jxl',
  engine: 'magick',
  // All other formats go through sharp first, which handles profiles, CMYK, pages and SVG better.
  from: ['png'],
  to: magickOutputs,
  cost: wasmCost,
  options: imageStepOptions,
})
