/** Whoever can tell what is said in a piece of sound: our own helpers, or a server. */
import type { AudioSamples } from './extract-audio.ts'
import type { PlacedSegment } from './transcript/place-words.ts'

export interface Listening {
  readonly sound: AudioSamples
  /** 'auto' finds out. */
  readonly language: string
  readonly workFolder: string
  readonly signal: AbortSignal
  /** Seconds of the film that are done. */
  readonly onHeard: (seconds: number) => void
}

export interface Listened {
  readonly language: string
  readonly segments: readonly PlacedSegment[]
}

export interface Listener {
  listen(listening: Listening): Promise<Listened>
}

/** Detected where nobody speaks. */
export const unknownLanguage = 'und'
