/** A time range of the audio, in seconds. */

export interface TimeRange {
  readonly from: number
  readonly to: number
}

export function lengthOf({ from, to }: TimeRange): number {
  return Math.max(0, to - from)
}
