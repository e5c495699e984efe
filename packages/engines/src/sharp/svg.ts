/** SVG input: chooses the rendering resolution and decompresses SVGZ. */
import { gunzipSync } from 'node:zlib'
import { JobFailure } from '../process/job-failure.ts'

/** Dots per inch at which an SVG has its declared size. */
export const svgNaturalDensity = 72
/** Supported by every output format. */
const maxSide = 16_000
const maxSvgPixels = 50_000_000
const maxSvgBytes = 64 * 1024 * 1024

/** SVGs keep their declared size; one that is too large is rendered smaller instead of being rejected. */
export function svgScale(size: { width: number; height: number }, maxPixels: number): number {
  const pixels = Math.min(maxPixels, maxSvgPixels)
  const scale = Math.min(
    1,
    maxSide / size.width,
    maxSide / size.height,
    Math.sqrt(pixels / (size.width * size.height)),
  )
  // sharp renders at one dot per inch at least.
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
