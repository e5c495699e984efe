/** Drawings have no pixels of their own: chooses how many they get, and unpacks compressed ones. */
import { gunzipSync } from 'node:zlib'
import { JobFailure } from '../process/helper-program.ts'

/** Dots per inch at which a drawing has its stated size. */
export const svgNaturalDensity = 72
/** Fits into every format we write. */
const maxSide = 16_000
const maxDrawingPixels = 50_000_000
const maxSvgBytes = 64 * 1024 * 1024

/** A drawing keeps its stated size; one too large for a picture is drawn smaller instead of being refused. */
export function svgScale(size: { width: number; height: number }, maxPixels: number): number {
  const pixels = Math.min(maxPixels, maxDrawingPixels)
  const scale = Math.min(
    1,
    maxSide / size.width,
    maxSide / size.height,
    Math.sqrt(pixels / (size.width * size.height)),
  )
  // sharp draws at one dot per inch at least.
  if (svgNaturalDensity * scale < 1)
    throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
  return scale
}

export function unpackSvg(input: Buffer): Buffer {
  if (input[0] !== 0x1f || input[1] !== 0x8b) return input
  try {
    return gunzipSync(input, { maxOutputLength: maxSvgBytes })
  } catch (error) {
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}
