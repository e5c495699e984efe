/** Reads the frame sizes of a file, rejects those beyond the pixel limit and chooses the frame to convert. */
import { type MagickFormat, MagickImageCollection, MagickReadSettings } from '@imagemagick/magick-wasm'
import type { ImageRequest } from '../image-request.ts'
import { JobFailure } from '../process/helper-program.ts'
import { whileReadingMagick } from './failures.ts'

/** The largest frame of an icon, else the first, which is the merged composition in a PSD. */
export function chooseFrame(input: Buffer, format: MagickFormat, request: ImageRequest): number {
  const frames = MagickImageCollection.create()
  try {
    whileReadingMagick(() => frames.ping(input, new MagickReadSettings({ format })))
    const pixels = frames.map(frame => frame.width * frame.height)
    const largest = Math.max(...pixels)
    if (largest > request.maxPixels) {
      throw new JobFailure('image-too-large', { megapixels: Math.floor(request.maxPixels / 1_000_000) })
    }
    return request.from === 'ico' ? pixels.indexOf(largest) : 0
  } finally {
    frames.dispose()
  }
}
