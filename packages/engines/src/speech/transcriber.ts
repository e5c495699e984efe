/** Speech-to-text backend: local Whisper helpers or a remote server. */
import type { AudioSamples } from './extract-audio.ts'
import type { TimestampedSegment } from './transcript/timestamp-words.ts'

export interface TranscriptionJob {
  readonly audio: AudioSamples
  /** 'auto' for language detection. */
  readonly language: string
  readonly workFolder: string
  readonly signal: AbortSignal
  /** Seconds of the video that are transcribed. */
  readonly onTranscribed: (seconds: number) => void
}

export interface TranscriptionResult {
  readonly language: string
  readonly segments: readonly TimestampedSegment[]
}

export interface Transcriber {
  transcribe(job: TranscriptionJob): Promise<TranscriptionResult>
}

/** Reported for a video without speech. */
export const unknownLanguage = 'und'
