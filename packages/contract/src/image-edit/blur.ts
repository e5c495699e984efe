/**
 * Gaussian blur, identical in the browser and on the server. Wide blurs are computed on a downscaled image.
 */
import { gaussianKernel, growKernel, shrinkKernel } from './kernels.ts'
import { mixPixels } from './mix-pixels.ts'
import type { Pixels } from './pixels.ts'
import { scaled } from './work-in-steps.ts'

/** Narrower blurs, in pixels, are computed at full size, because downscaling would be visible. */
const narrowestSigma = 2

/** Smaller values change no color by a full step. */
const leastSigma = 0.2

/** Yields the fraction that is done. */
export function* blur(source: Pixels, sigma: number): Generator<number, Pixels> {
  if (sigma < leastSigma) return source
  const factor = 2 ** Math.max(0, Math.floor(Math.log2(sigma / narrowestSigma)))
  if (factor === 1) {
    const across = gaussianKernel(source.width, sigma)
    return yield* mixPixels(source, across, gaussianKernel(source.height, sigma))
  }
  const small = yield* scaled(
    mixPixels(source, shrinkKernel(source.width, factor), shrinkKernel(source.height, factor)),
    0,
    0.4,
  )
  // Downscaling and linear interpolation blur by themselves; only the rest remains.
  const leftSigma = Math.sqrt(sigma ** 2 / factor ** 2 - (1 - factor ** -2) / 12 - 1 / 6)
  const across = gaussianKernel(small.width, leftSigma)
  const smooth = yield* scaled(mixPixels(small, across, gaussianKernel(small.height, leftSigma)), 0.4, 0.6)
  const grown = mixPixels(smooth, growKernel(source.width, factor), growKernel(source.height, factor))
  return yield* scaled(grown, 0.6, 1)
}
