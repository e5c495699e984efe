/** Transcribes with an OpenAI-compatible server; voice activity detection still runs locally. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpeechSettings } from '../../engine.ts'
import { type FfmpegContext, runMedia } from '../../ffmpeg/run/media-process.ts'
import type { WarmPool } from '../../process/warm-pool.ts'
import { copyRanges } from '../copy-ranges.ts'
import { createHelperCalls } from '../helper-calls.ts'
import { type Transcriber, type TranscriptionJob, unknownLanguage } from '../transcriber.ts'
import { type TimestampedSegment, timestampText } from '../transcript/timestamp-words.ts'
import { detectSpeech, type VoiceActivity } from '../vad/detect-speech.ts'
import { toFrame } from '../vad/frame-levels.ts'
import { sampleRateHz } from '../vad/measure-levels.ts'
import type { AudioRange } from '../vad/speech-windows.ts'
import { languageCode } from './language-code.ts'
import { requestTranscription, type TranscriptionResponse } from './request-transcription.ts'
import { splitIntoUploads } from './split-into-uploads.ts'

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
