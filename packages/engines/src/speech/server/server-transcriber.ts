/** Transcribes with an OpenAI-compatible server; voice activity detection still runs locally. */

import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { SpeechSettings } from '../../engine.ts'
import { type FfmpegContext, runMedia } from '../../ffmpeg/run/media-process.ts'
import type { WarmPool } from '../../process/warm-pool.ts'
import { copyRanges } from '../copy-ranges.ts'
import { createHelperCalls } from '../helper-calls.ts'
import { type Transcriber, type TranscriptionJob, unknownLanguage } from '../transcriber.ts'
import { type TimestampedSegment, timestampText } from '../transcript/timestamp-words.ts'
import { detectSpeech, type VoiceActivity } from '../vad/detect-speech.ts'
import { type FrameLevels, toFrame, toSeconds } from '../vad/frame-levels.ts'
import { sampleRateHz } from '../vad/measure-levels.ts'
import type { AudioRange } from '../vad/speech-windows.ts'
import { quietestFrame } from '../vad/speech-windows.ts'

const autoDetect = 'auto'

export function createServerTranscriber(
  pool: WarmPool,
  context: FfmpegContext,
  server: NonNullable<SpeechSettings['server']>,
): Transcriber {
  return {
    async transcribe(job) {
      const { audio, language: requested, workFolder, signal, onTranscribed } = job
      const levels = await createHelperCalls(pool, context.settings, workFolder, signal).measure(audio)
      const activity = detectSpeech(levels)
      const requestedLanguage = requested === autoDetect ? undefined : requested
      const segments: TimestampedSegment[] = []
      let language = requestedLanguage
      for (const range of splitIntoUploads(levels, activity)) {
        const path = await encodeFlac(context, job, range)
        const response = await requestTranscription(server, { path, language: requestedLanguage, signal })
        await rm(path)
        if (response.language !== undefined) language ??= languageCode(response.language)
        segments.push(...timestampResponse(response, range, activity))
        onTranscribed(range.endSeconds)
      }
      return { language: language ?? unknownLanguage, segments }
    },
  }
}

async function encodeFlac(context: FfmpegContext, job: TranscriptionJob, range: AudioRange): Promise<string> {
  const { audio, workFolder, signal } = job
  const raw = await copyRanges(audio.path, [range], join(workFolder, 'upload.pcm'))
  const name = 'upload.flac'
  await runMedia(
    context,
    { path: raw, format: 'wav', workFolder, signal },
    {
      program: 'ffmpeg',
      args: ({ input, outFolder }) => [
        ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-protocol_whitelist', 'file,pipe'],
        ...['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1', '-i', input],
        ...['-c:a', 'flac', '-f', 'flac', join(outFolder, name)],
      ],
    },
  )
  await rm(raw)
  return join(workFolder, name)
}

/** Maps response times to video time and drops text outside detected speech (hallucinations). */
function timestampResponse(
  response: TranscriptionResponse,
  range: AudioRange,
  activity: VoiceActivity,
): readonly TimestampedSegment[] {
  const toVideoSeconds = (seconds: number) =>
    Math.min(range.endSeconds, range.startSeconds + Math.max(0, Number.isFinite(seconds) ? seconds : 0))
  const length = range.endSeconds - range.startSeconds
  const responseSegments =
    response.segments.length > 0 ? response.segments : [{ start: 0, end: length, text: response.text }]
  let earliest = range.startSeconds
  return responseSegments.flatMap(({ start, end, text }) => {
    const startSeconds = Math.max(earliest, toVideoSeconds(start))
    const endSeconds = Math.max(startSeconds, toVideoSeconds(end))
    if (text.trim() === '' || !isSpoken(activity, startSeconds, endSeconds)) return []
    earliest = endSeconds
    const words = timestampText(text, startSeconds, endSeconds, activity.isActive)
    return [{ words: withServerTimes(words, response.words, toVideoSeconds, { start, end }) }]
  })
}

function isSpoken({ intervals }: VoiceActivity, startSeconds: number, endSeconds: number): boolean {
  return intervals.some(({ from, until }) => from < toFrame(endSeconds) && until > toFrame(startSeconds))
}

/** Uses the word times of the server if its word count matches the text. */
function withServerTimes(
  words: TimestampedSegment['words'],
  responseSegments: TranscriptionResponse['words'],
  toVideoSeconds: (seconds: number) => number,
  span: { readonly start: number; readonly end: number },
): TimestampedSegment['words'] {
  const inside = responseSegments.filter(
    ({ start, end }) => (start + end) / 2 >= span.start && (start + end) / 2 < span.end,
  )
  if (inside.length !== words.length) return words
  const [first, last] = [words[0]?.startSeconds ?? 0, words.at(-1)?.endSeconds ?? 0]
  let earliest = first
  return words.map(({ text }, index) => {
    const startSeconds = Math.min(last, Math.max(earliest, toVideoSeconds(inside[index]?.start ?? 0)))
    const endSeconds = Math.min(last, Math.max(startSeconds, toVideoSeconds(inside[index]?.end ?? 0)))
    earliest = endSeconds
    return { text, startSeconds, endSeconds }
  })
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Maps language names returned by transcription servers to ISO 639 codes. */
export function languageCode(name: string): string {
  const lower = name.trim().toLowerCase()
  return /^[a-z]{2,3}$/.test(lower) ? lower : (codesByName().get(lower) ?? lower)
}

let cached: ReadonlyMap<string, string> | undefined

function codesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  cached ??= new Map(
    [...letters].flatMap(first =>
      [...letters].flatMap(second => {
        const name = names.of(first + second)?.toLowerCase()
        return name === undefined ? [] : [[name, first + second] as const]
      }),
    ),
  )
  return cached
}

/** Ten minutes of incompressible audio stay below 20 MB; servers accept 25 MB. */
const maxFrames = toFrame(600)
const minFrames = toFrame(480)

/** Audio outside the ranges is silence. Empty without speech. */
export function splitIntoUploads(levels: FrameLevels, { intervals }: VoiceActivity): readonly AudioRange[] {
  const last = intervals.at(-1)
  const first = intervals[0]
  if (first === undefined || last === undefined) return []
  const ranges: AudioRange[] = []
  let { from } = first
  while (last.until - from > maxFrames) {
    const cut = longestPause(intervals, from) ?? quietestFrame(levels, from + minFrames, from + maxFrames)
    ranges.push({ startSeconds: toSeconds(from), endSeconds: toSeconds(cut) })
    from = cut
  }
  return [...ranges, { startSeconds: toSeconds(from), endSeconds: toSeconds(last.until) }]
}

/** Center of the longest pause within the allowed upload length. */
function longestPause(intervals: VoiceActivity['intervals'], from: number): number | undefined {
  const pauses = intervals.slice(1).flatMap((interval, index) => {
    const start = intervals[index]?.until ?? interval.from
    const middle = Math.floor((start + interval.from) / 2)
    return middle > from + minFrames && middle < from + maxFrames
      ? [{ middle, length: interval.from - start }]
      : []
  })
  return pauses.toSorted((a, b) => b.length - a.length)[0]?.middle
}

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
type TranscriptionResponse = z.infer<typeof responseSchema>

interface TranscriptionRequest {
  readonly path: string
  /** Undefined for detection by the server. */
  readonly language: string | undefined
  readonly signal: AbortSignal
}

/** Backoff for a server that restarts or is overloaded. */
const retryDelaysMs = [1000, 4000]

/** Sends one audio file to an OpenAI-compatible transcription server and validates its response. */
async function requestTranscription(
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
  const response = await fetch(`${url.replace(/(?<!\/)\/+$/, '')}/v1/audio/transcriptions`, {
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
