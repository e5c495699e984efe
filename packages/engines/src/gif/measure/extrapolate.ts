/** Tells from a few frames that were made, and from the weights of all, how large the whole becomes. */

export interface MadeFrame {
  readonly bytes: number
  readonly weight: number
}

export interface Sample {
  readonly headBytes: number
  /** Neighbours that were made one after the other; the first of all is the first that is shown. */
  readonly stretches: readonly (readonly MadeFrame[])[]
  /** Of every frame of the whole, in the order they are shown. */
  readonly weights: readonly number[]
}

/** What a frame takes beside its pixels. */
const frameHeaderBytes = 24

/**
 * The first frame is stored whole and every other as a change, so only changes tell of changes: the first of a
 * stretch follows a frame that is no neighbour of it and is left out.
 */
export function extrapolate({ headBytes, stretches, weights }: Sample): number {
  const first = stretches[0]?.[0] ?? { bytes: 0, weight: 0 }
  const changes = stretches.flatMap(stretch => stretch.slice(1))
  const bytesPerWeight = perWeight(changes) ?? perWeight([first]) ?? 0
  const changed = weights
    .slice(1)
    .reduce((sum, weight) => sum + (weight > 0 ? frameHeaderBytes + weight * bytesPerWeight : 0), 0)
  return Math.round(headBytes + first.bytes + changed)
}

/** Undefined where nothing moved. */
function perWeight(frames: readonly MadeFrame[]): number | undefined {
  const weight = frames.reduce((sum, frame) => sum + frame.weight, 0)
  const bytes = frames.reduce((sum, frame) => sum + Math.max(0, frame.bytes - frameHeaderBytes), 0)
  return weight > 0 ? bytes / weight : undefined
}
