/** Asks the warm helpers; what they answer is checked, since they read what users send. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { EngineSettings } from '../engine.ts'
import type { WarmPool } from '../process/warm-pool.ts'
import { createLevels, type Levels } from './activity/levels.ts'
import { bytesPerFrame, framesPerSecond } from './activity/measure-levels.ts'
import type { Piece } from './activity/plan-windows.ts'
import type { AudioSamples } from './extract-audio.ts'
import { copyPieces } from './read-audio.ts'
import type { SpeechRequest, WriteRequest } from './request.ts'

export interface HelperCalls {
  /** How loud the film is over time; reads it in pieces. */
  measure(sound: AudioSamples): Promise<Levels>
  detect(
    sound: AudioSamples,
    pieces: readonly Piece[],
    modelFolder: string,
  ): Promise<ReadonlyMap<string, number>>
  write(sound: AudioSamples, pieces: readonly Piece[], how: WriteWith): Promise<HeardAnswer>
}

export interface WriteWith extends Omit<WriteRequest, 'kind'> {
  readonly onPercent: (percent: number) => void
}

const windowSeconds = z.number().min(0).max(31)
const heardSchema = z.object({
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
export type HeardAnswer = z.infer<typeof heardSchema>
const guessSchema = z.object({ probabilities: z.record(z.string(), z.number()) })

/** One window of a large model on a slow machine, tried five times. */
const windowTimeoutMs = 10 * 60 * 1000
const maxAnswerBytes = 4 * 1024 * 1024
const measuredAtOnceSeconds = 60

export function createHelperCalls(
  pool: WarmPool,
  settings: EngineSettings,
  workFolder: string,
  signal: AbortSignal,
): HelperCalls {
  const audioPath = join(workFolder, 'piece.pcm')
  const answerPath = join(workFolder, 'answer')

  async function ask(
    sound: AudioSamples,
    pieces: readonly Piece[],
    request: SpeechRequest,
    onPercent: (percent: number) => void = () => {},
  ): Promise<Buffer> {
    await pool.run({
      request,
      inputPath: await copyPieces(sound.path, pieces, audioPath),
      outputPath: answerPath,
      signal,
      onProgress: ({ percent }) => onPercent(percent),
      timeoutMs: windowTimeoutMs,
      maxOutputBytes: maxAnswerBytes,
      maxMemoryBytes: settings.speech.maxMemoryBytes,
      errorParams: {},
      // Samples cannot be damaged: whatever brings the helper down is ours.
      crashError: cause => new AppError('internal', {}, { cause }),
    })
    const answer = await readFile(answerPath)
    await rm(answerPath)
    return answer
  }

  return {
    async measure(sound) {
      const parts: Buffer[] = []
      for (let startSeconds = 0; startSeconds < sound.seconds; startSeconds += measuredAtOnceSeconds) {
        const endSeconds = Math.min(sound.seconds, startSeconds + measuredAtOnceSeconds)
        parts.push(await ask(sound, [{ startSeconds, endSeconds }], { kind: 'listen' }))
      }
      const bytes = Buffer.concat(parts)
      const expectedFrames = Math.ceil(sound.seconds * framesPerSecond)
      if (Math.abs(bytes.length / bytesPerFrame - expectedFrames) > 1) throw new AppError('internal')
      return createLevels(bytes)
    },
    async detect(sound, pieces, modelFolder) {
      const answer = guessSchema.parse(toJson(await ask(sound, pieces, { kind: 'detect', modelFolder })))
      return new Map(Object.entries(answer.probabilities))
    },
    async write(sound, pieces, { onPercent, ...how }) {
      return heardSchema.parse(toJson(await ask(sound, pieces, { kind: 'write', ...how }, onPercent)))
    },
  }
}

function toJson(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString())
}
