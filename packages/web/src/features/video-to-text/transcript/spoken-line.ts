/** A transcript line with its times. */

export interface TimedWord {
  readonly text: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface SpokenLine {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly text: string
  /** As recognized; an edited line may have different words. */
  readonly words?: readonly TimedWord[]
}

/** A line and its range in the text, without its timestamp. */
export interface LocatedLine extends SpokenLine {
  readonly from: number
  readonly to: number
}
