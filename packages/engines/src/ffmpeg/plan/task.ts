/** A conversion that is ready to run: what to tell ffmpeg, and what must come out. */
import type { MediaDetails, StreamWork } from '@filesmith/contract/schemas/media'

export interface Attempt {
  /** Between the input and the name of the result. */
  readonly args: readonly string[]
  readonly video: StreamWork | null
  readonly audio: StreamWork | null
  /** Some stream is taken over as it is, so another way is left if that goes wrong. */
  readonly hasCopies: boolean
}

export interface Task {
  readonly before: MediaDetails
  readonly lengthSeconds: number
  /** Pictures to come out, where they were counted and are encoded. */
  readonly frames: number | null
  readonly unwantedTags: readonly string[]
  /** Arguments that open more files, beside the film itself. */
  readonly moreInputs?: readonly string[]
  /** The file is what was asked for already. */
  readonly isUnchanged?: boolean
  /** How much of the work was done before ffmpeg begins to write. */
  readonly startPercent?: number
  /** What the user should know about the result. */
  readonly notes?: readonly string[]
  /** With the least work. */
  readonly first: Attempt
  /** When copying went wrong: everything anew. */
  readonly careful: Attempt
}

/** Several tracks count as encoded as soon as one of them is. */
export function workOf(streams: readonly { readonly work: StreamWork }[]): StreamWork | null {
  if (streams.length === 0) return null
  return streams.every(({ work }) => work === 'copied') ? 'copied' : 'encoded'
}
