/** Estimates the size of the whole result from a few encoded frames and the weights of all frames. */

export interface EncodedFrame {
  readonly bytes: number
  readonly weight: number
}

export interface Sample {
  readonly headBytes: number
  /** Runs of consecutive encoded frames; the first range starts with the first frame. */
  readonly ranges: readonly (readonly EncodedFrame[])[]
  /** Weights of all frames in display order. */
  readonly weights: readonly number[]
}

/** Container overhead per frame. */
const frameHeaderBytes = 24

/**
 * The first frame is stored completely and all others as differences. The first frame of a later range follows a
 * frame that is not its neighbor, so it is left out of the average.
 */
export function extrapolate({ headBytes, ranges, weights }: Sample): number {
  const first = ranges[0]?.[0] ?? { bytes: 0, weight: 0 }
  const changes = ranges.flatMap(range => range.slice(1))
  const bytesPerWeight = perWeight(changes) ?? perWeight([first]) ?? 0
  const changed = weights
    .slice(1)
    .reduce((sum, weight) => sum + (weight > 0 ? frameHeaderBytes + weight * bytesPerWeight : 0), 0)
  return Math.round(headBytes + first.bytes + changed)
}

/** Undefined when nothing changed. */
function perWeight(frames: readonly EncodedFrame[]): number | undefined {
  const weight = frames.reduce((sum, frame) => sum + frame.weight, 0)
  const bytes = frames.reduce((sum, frame) => sum + Math.max(0, frame.bytes - frameHeaderBytes), 0)
  return weight > 0 ? bytes / weight : undefined
}
