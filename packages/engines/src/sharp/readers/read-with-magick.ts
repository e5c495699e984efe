/** Decodes with ImageMagick what no native decoder reads. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ImageRequest } from '../../image-request.ts'

let isLoaded = false

/** An uncompressed TIFF. Loaded on demand: a megabyte of WebAssembly that most jobs do not need. */
export async function readWithMagick(request: ImageRequest, file: Buffer): Promise<Buffer> {
  if (!isLoaded) {
    const { initializeImageMagick } = await import('@imagemagick/magick-wasm')
    const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
    await initializeImageMagick(readFileSync(wasmPath))
    isLoaded = true
  }
  const { decodeWithMagick } = await import('../../magick/convert.ts')
  return decodeWithMagick(request, file)
}
