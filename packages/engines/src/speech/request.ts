/** What the speech helper is asked, and what it answers; sound is 16 kHz mono, signed 16 bits, at most half a minute of it for a model. */

export interface ListenRequest {
  readonly kind: 'listen'
}

/** Which language is spoken. */
export interface DetectRequest {
  readonly kind: 'detect'
  readonly modelFolder: string
}

/** What is said. */
export interface WriteRequest {
  readonly kind: 'write'
  readonly modelFolder: string
  readonly language: string
  /** A 1 for every fiftieth of a second in which somebody may be speaking, and a 0 for the others. */
  readonly activity: string
}

export type SpeechRequest = ListenRequest | DetectRequest | WriteRequest
