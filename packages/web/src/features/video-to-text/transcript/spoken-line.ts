/** A line of a transcript: what is said, and from when to when. */

export interface TimedWord {
  readonly text: string
  readonly startSeconds: number
  readonly endSeconds: number
}

export interface SpokenLine {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly text: string
  /** As they were heard; an edited line may have others. */
  readonly words?: readonly TimedWord[]
}

/** A line and its place in the text, without its time mark. */
export interface LocatedLine extends SpokenLine {
  readonly from: number
  readonly to: number
}
