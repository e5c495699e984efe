/** Maximum image side per format. */
import type { ImageOutput } from '../image-request.ts'
import { JobFailure } from '../process/helper-program.ts'

const maxSide: Partial<Record<ImageOutput, number>> = { jpg: 65_500, webp: 16_383, gif: 65_535, avif: 16_384 }

export function checkFits(size: { width: number; height: number }, to: ImageOutput): void {
  const pixels = maxSide[to]
  if (pixels === undefined || Math.max(size.width, size.height) <= pixels) return
  throw new JobFailure('image-does-not-fit', { format: to.toUpperCase(), pixels })
}
