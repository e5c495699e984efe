/** Maximum image side per format. */
import { formatFacts } from '@filesmith/contract/formats'
import type { ImageOutput } from '../image-request.ts'
import { JobFailure } from '../process/job-failure.ts'

export function checkFits(size: { width: number; height: number }, to: ImageOutput): void {
  const pixels = formatFacts(to).maxSide
  if (pixels === undefined || Math.max(size.width, size.height) <= pixels) return
  throw new JobFailure('image-does-not-fit', { format: to.toUpperCase(), pixels })
}
