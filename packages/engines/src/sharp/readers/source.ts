/** An image that libvips can read, and how other readers make one. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ImageNote } from '../../image-notes.ts'
import type { ImageRequest } from '../../image-request.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { DecodedPixels, EmbeddedFile } from './decoded-image.ts'
import { writeTiff } from './write-tiff.ts'

export interface Source {
  readonly input: Buffer
  /** The format of `input`, and the page to take from it. */
  readonly request: ImageRequest
  readonly notes: readonly ImageNote[]
  /** Images in the file, where only one was decoded. */
  readonly pages?: number
}

export type Open = (file: Buffer, request: ImageRequest) => Promise<Source>

export function decoded(request: ImageRequest, image: DecodedPixels | EmbeddedFile): Source {
  const isFile = 'embedded' in image
  // Nothing at all is not an image.
  const leastShare = request.tolerance === 'all' ? Number.MIN_VALUE : 1
  if (!isFile && (image.readShare ?? 1) < leastShare) throw new JobFailure('file-damaged')
  return {
    input: isFile ? image.embedded : writeTiff(image),
    // Only the main image is read, whatever page is asked for.
    request: { ...request, from: isFile ? 'png' : 'tiff', page: onlyPage(request, 1) },
    notes: [],
  }
}

/** Throws if the page does not exist. */
export function onlyPage({ page }: ImageRequest, pages: number): 0 {
  if (page > pages) throw new JobFailure('page-beyond-end', { page, pages })
  return 0
}

export async function withMagick(file: Buffer, request: ImageRequest): Promise<Source> {
  const input = await readWithMagick(request, file)
  return { input, request: { ...request, from: 'tiff', page: onlyPage(request, 1) }, notes: [] }
}

/** Decodes with ImageMagick what no native decoder reads. */
let isLoaded = false

/** An uncompressed TIFF. Loaded on demand: a megabyte of WebAssembly that most jobs do not need. */
async function readWithMagick(request: ImageRequest, file: Buffer): Promise<Buffer> {
  if (!isLoaded) {
    const { initializeImageMagick } = await import('@imagemagick/magick-wasm')
    const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
    await initializeImageMagick(readFileSync(wasmPath))
    isLoaded = true
  }
  const { decodeWithMagick } = await import('../../magick/convert.ts')
  return decodeWithMagick(request, file)
}
