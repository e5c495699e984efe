/** A part of a recording, in seconds. */

export interface Stretch {
  readonly from: number
  readonly to: number
}

export function lengthOf({ from, to }: Stretch): number {
  return Math.max(0, to - from)
}
