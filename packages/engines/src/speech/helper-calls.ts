/** Calls to the warm helpers; replies are validated, because helpers process untrusted input. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { EngineSettings } from '../engine.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import { copyRanges } from './copy-ranges.ts'
import type { AudioSamples } from './extract-audio.ts'
import type { SpeechRequest, TranscribeRequest } from './request.ts'
import { createFrameLevels, type FrameLevels } from './vad/frame-levels.ts'
import { bytesPerFrame, framesPerSecond } from './vad/measure-levels.ts'
import type { AudioRange } from './vad/speech-windows.ts'

export interface HelperCalls {
  /** Levels over time; reads the audio in chunks. */
  measure(audio: AudioSamples): Promise<FrameLevels>
  detect(
    audio: AudioSamples,
    ranges: readonly AudioRange[],
    modelFolder: string,
  ): Promise<ReadonlyMap<string, number>>
  transcribe(
    audio: AudioSamples,
    ranges: readonly AudioRange[],
    options: TranscribeOptions,
  ): Promise<WindowReply>
}

export interface TranscribeOptions extends Omit<TranscribeRequest, 'kind'> {
  readonly onPercent: (percent: number) => void
}

const windowSeconds = z.number().min(0).max(31)
const windowReplySchema = z.object({
  segments: z.array(
    z.object({
      words: z
        .array(
          z.object({ text: z.string().max(1000), startSeconds: windowSeconds, endSeconds: windowSeconds }),
        )
        .min(1),
    }),
  ),
  hallucinations: z.number(),
})
export type WindowReply = z.infer<typeof windowReplySchema>
const languageGuessSchema = z.object({ probabilities: z.record(z.string(), z.number()) })

/** Covers one window with a large model on a slow machine, with five decoding attempts. */
const windowTimeoutMs = 10 * 60 * 1000
const maxReplyBytes = 4 * 1024 * 1024
const measureChunkSeconds = 60

export function createHelperCalls(
  pool: WarmPool,
  settings: EngineSettings,
  workFolder: string,
  signal: AbortSignal,
): HelperCalls {
  const audioPath = join(workFolder, 'ranges.pcm')
  const replyPath = join(workFolder, 'answer')

  async function callHelper(
    audio: AudioSamples,
    ranges: readonly AudioRange[],
    request: SpeechRequest,
    onPercent: (percent: number) => void = () => {},
  ): Promise<Buffer> {
    await pool.run({
      request,
      inputPath: await copyRanges(audio.path, ranges, audioPath),
      outputPath: replyPath,
      signal,
      onProgress: ({ percent }) => onPercent(percent),
      timeoutMs: windowTimeoutMs,
      maxOutputBytes: maxReplyBytes,
      maxMemoryBytes: settings.speech.maxMemoryBytes,
      errorParams: {},
      // PCM samples cannot be damaged, so a crash is an internal error.
      crashError: cause => new AppError('internal', {}, { cause }),
    })
    const reply = await readFile(replyPath)
    await rm(replyPath)
    return reply
  }

  return {
    async measure(audio) {
      const parts: Buffer[] = []
      for (let startSeconds = 0; startSeconds < audio.seconds; startSeconds += measureChunkSeconds) {
        const endSeconds = Math.min(audio.seconds, startSeconds + measureChunkSeconds)
        parts.push(await callHelper(audio, [{ startSeconds, endSeconds }], { kind: 'measure' }))
      }
      const bytes = Buffer.concat(parts)
      const expectedFrames = Math.ceil(audio.seconds * framesPerSecond)
      if (Math.abs(bytes.length / bytesPerFrame - expectedFrames) > 1) throw new AppError('internal')
      return createFrameLevels(bytes)
    },
    async detect(audio, ranges, modelFolder) {
      const reply = languageGuessSchema.parse(
        toJson(await callHelper(audio, ranges, { kind: 'detect', modelFolder })),
      )
      return new Map(Object.entries(reply.probabilities))
    },
    async transcribe(audio, ranges, { onPercent, ...options }) {
      return windowReplySchema.parse(
        toJson(await callHelper(audio, ranges, { kind: 'transcribe', ...options }, onPercent)),
      )
    },
  }
}

function toJson(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString())
}
