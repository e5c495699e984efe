/** A prepared conversion: arguments for ffmpeg and what the result must contain. */
import type { MediaDetails, StreamWork } from '@filesmith/contract/schemas/media'
import type { StepRun } from '../../engine.ts'
import type { MediaProbe } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'

/** What is known about a file before it is converted. */
export interface MediaPreparation<Options> {
  readonly context: FfmpegContext
  readonly source: MediaSource
  readonly step: StepRun<Options>['step']
  readonly probe: MediaProbe
  readonly onProgress: StepRun['onProgress']
}

export interface Attempt {
  /** Between the input and the output path. */
  readonly args: readonly string[]
  readonly video: StreamWork | null
  readonly audio: StreamWork | null
  /** Some stream is copied, so the fallback can be tried when this attempt fails. */
  readonly hasCopies: boolean
}

export interface Task {
  readonly before: MediaDetails
  readonly lengthSeconds: number
  /** What the source declares, if much less is there. */
  readonly missedSeconds?: number | undefined
  /** Expected number of frames, where they were counted and are encoded. */
  readonly frames: number | null
  readonly unwantedTags: readonly string[]
  /** Arguments that open further inputs. */
  readonly moreInputs?: readonly string[]
  /** The source already meets the request. */
  readonly isUnchanged?: boolean
  /** Progress made before ffmpeg starts to write. */
  readonly startPercent?: number
  /** Notes for the user about the result. */
  readonly notes?: readonly string[]
  /** With as much stream copy as possible. */
  readonly first: Attempt
  /** After a failed stream copy: encodes every stream. */
  readonly fallback: Attempt
}

/** Several tracks count as encoded as soon as one of them is. */
export function workOf(streams: readonly { readonly work: StreamWork }[]): StreamWork | null {
  if (streams.length === 0) return null
  return streams.every(({ work }) => work === 'copied') ? 'copied' : 'encoded'
}
