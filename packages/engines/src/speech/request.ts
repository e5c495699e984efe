/** Requests to a speech helper process. The input is 16 kHz mono 16-bit PCM, at most 30 seconds for a model. */

export interface MeasureRequest {
  readonly kind: 'measure'
}

/** Language detection. */
export interface DetectLanguageRequest {
  readonly kind: 'detect'
  readonly modelFolder: string
}

/** Transcription of one window. */
export interface TranscribeRequest {
  readonly kind: 'transcribe'
  readonly modelFolder: string
  readonly language: string
  /** Voice activity: a 1 or 0 for each 20 ms frame. */
  readonly activity: string
}

export type SpeechRequest = MeasureRequest | DetectLanguageRequest | TranscribeRequest
