/**
 * A Gaussian blur, the same in the page and on the server. A wide one is made of averages: what it leaves can be told from far fewer pixels.
 */
import { gaussianKernel, growKernel, shrinkKernel } from './kernels.ts'
import { mixPixels } from './mix-pixels.ts'
import type { Pixels } from './pixels.ts'
import { scaled } from './work-in-steps.ts'

/** Narrower than this, in pixels, averages would be seen. */
const narrowestSigma = 2

/** Below this nothing changes by as much as one step of a colour. */
const leastSigma = 0.2

/** Yields the share that is done. */
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
  // Averaging and drawing lines between averages blur a little by themselves; the rest is left to do.
  const leftSigma = Math.sqrt(sigma ** 2 / factor ** 2 - (1 - factor ** -2) / 12 - 1 / 6)
  const across = gaussianKernel(small.width, leftSigma)
  const smooth = yield* scaled(mixPixels(small, across, gaussianKernel(small.height, leftSigma)), 0.4, 0.6)
  const grown = mixPixels(smooth, growKernel(source.width, factor), growKernel(source.height, factor))
  return yield* scaled(grown, 0.6, 1)
}
