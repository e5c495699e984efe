/** Reads the sizes of a file's pictures, refuses what is too large and picks the one to convert. */
import { type MagickFormat, MagickImageCollection, MagickReadSettings } from '@imagemagick/magick-wasm'
import type { ImageRequest } from '../image-request.ts'
import { JobFailure } from '../process/helper-program.ts'
import { whileReading } from './failures.ts'

/** An icon's largest picture; for everything else the first, which in a PSD is the whole composition. */
export function chooseFrame(input: Buffer, format: MagickFormat, request: ImageRequest): number {
  const frames = MagickImageCollection.create()
  try {
    whileReading(() => frames.ping(input, new MagickReadSettings({ format })))
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
