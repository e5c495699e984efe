/** Sends one piece of sound to an OpenAI-compatible server and checks what it answers. */
import { openAsBlob } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { SpeechSettings } from '../../engine.ts'

const answerSchema = z.object({
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
export type ServerAnswer = z.infer<typeof answerSchema>

export interface Question {
  readonly path: string
  /** Undefined lets the server find out. */
  readonly language: string | undefined
  readonly signal: AbortSignal
}

/** A server that restarts or is busy is there again a little later. */
const pausesMs = [1000, 4000]

export async function askServer(
  server: NonNullable<SpeechSettings['server']>,
  question: Question,
): Promise<ServerAnswer> {
  for (const pauseMs of [...pausesMs, undefined]) {
    const outcome = await askOnce(server, question).catch((error: unknown) => {
      if (question.signal.aborted) throw new AppError('cancelled')
      return new Trouble(error, true)
    })
    if (!(outcome instanceof Trouble)) return outcome
    if (!outcome.mayPass || pauseMs === undefined)
      throw new AppError('speech-service-failed', {}, { cause: outcome.cause })
    await wait(pauseMs, undefined, { signal: question.signal }).catch(() => {
      throw new AppError('cancelled')
    })
  }
  throw new AppError('speech-service-failed')
}

class Trouble {
  readonly cause: unknown
  readonly mayPass: boolean

  constructor(cause: unknown, mayPass: boolean) {
    this.cause = cause
    this.mayPass = mayPass
  }
}

async function askOnce(
  { url, key, model }: NonNullable<SpeechSettings['server']>,
  { path, language, signal }: Question,
): Promise<ServerAnswer | Trouble> {
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
    const said = (await response.text()).slice(0, 500)
    const isPassing = response.status === 429 || response.status >= 500
    return new Trouble(new Error(`The speech server answered ${response.status}: ${said}`), isPassing)
  }
  const answer = answerSchema.safeParse(await response.json())
  return answer.success ? answer.data : new Trouble(answer.error, false)
}
