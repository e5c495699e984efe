/** Sends one audio file to an OpenAI-compatible transcription server and validates its response. */
import { openAsBlob } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { SpeechSettings } from '../../engine.ts'

const responseSchema = z.object({
  text: z.string().default(''),
  /** A code or an English name. */
  language: z.string().optional(),
  segments: z
    .array(z.object({ start: z.number(), end: z.number(), text: z.string() }))
    .nullish()
    .transform(segments => segments ?? []),
  words: z
    .array(z.object({ start: z.number(), end: z.number(), word: z.string() }))
    .nullish()
    .transform(words => words ?? []),
})
export type TranscriptionResponse = z.infer<typeof responseSchema>

export interface TranscriptionRequest {
  readonly path: string
  /** Undefined for detection by the server. */
  readonly language: string | undefined
  readonly signal: AbortSignal
}

/** Backoff for a server that restarts or is overloaded. */
const retryDelaysMs = [1000, 4000]

export async function requestTranscription(
  server: NonNullable<SpeechSettings['server']>,
  request: TranscriptionRequest,
): Promise<TranscriptionResponse> {
  for (const retryDelayMs of [...retryDelaysMs, undefined]) {
    const outcome = await sendRequest(server, request).catch((error: unknown) => {
      if (request.signal.aborted) throw new AppError('cancelled')
      return new RequestFailure(error, true)
    })
    if (!(outcome instanceof RequestFailure)) return outcome
    if (!outcome.isRetryable || retryDelayMs === undefined)
      throw new AppError('speech-service-failed', {}, { cause: outcome.cause })
    await wait(retryDelayMs, undefined, { signal: request.signal }).catch(() => {
      throw new AppError('cancelled')
    })
  }
  throw new AppError('speech-service-failed')
}

class RequestFailure {
  readonly cause: unknown
  readonly isRetryable: boolean

  constructor(cause: unknown, isRetryable: boolean) {
    this.cause = cause
    this.isRetryable = isRetryable
  }
}

async function sendRequest(
  { url, key, model }: NonNullable<SpeechSettings['server']>,
  { path, language, signal }: TranscriptionRequest,
): Promise<TranscriptionResponse | RequestFailure> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type: 'audio/flac' }), 'audio.flac')
  form.set('model', model)
  if (language !== undefined) form.set('language', language)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  const response = await fetch(`${url.replace(/\/+$/, '')}/v1/audio/transcriptions`, {
    method: 'POST',
    body: form,
    signal,
    ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
  })
  if (!response.ok) {
    const detail = (await response.text()).slice(0, 500)
    const isRetryable = response.status === 429 || response.status >= 500
    return new RequestFailure(
      new Error(`The speech server answered ${response.status}: ${detail}`),
      isRetryable,
    )
  }
  const parsed = responseSchema.safeParse(await response.json())
  return parsed.success ? parsed.data : new RequestFailure(parsed.error, false)
}
