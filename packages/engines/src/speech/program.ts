/** Speech helper process: runs in the sandbox and processes audio windows from bytes, without access to user files. */
import { availableParallelism } from 'node:os'
import { type Report, serveJobs } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'
import { type SpeechRequest, speechRequestSchema } from './request.ts'
import { measureLevels } from './vad/measure-levels.ts'
import { loadWhisperModel, type WhisperModel } from './whisper/load-whisper-model.ts'
import { melSpectrogram } from './whisper/mel-spectrogram.ts'
import { transcribeWindow } from './whisper/transcribe-window.ts'

/** Caches loaded models and releases them after an idle timeout. */
interface CachedModel {
  readonly model: Promise<WhisperModel>
  timer: NodeJS.Timeout
}

const idleMs = 10 * 60 * 1000

interface ModelCache {
  load(folder: string): Promise<WhisperModel>
}

function createModelCache(threads: number): ModelCache {
  const cache = new Map<string, CachedModel>()

  function scheduleRelease(folder: string): NodeJS.Timeout {
    return setTimeout(() => {
      const cached = cache.get(folder)
      cache.delete(folder)
      cached?.model.then(model => model.release()).catch(() => {})
    }, idleMs).unref()
  }

  return {
    load(folder) {
      const existing = cache.get(folder)
      if (existing !== undefined) {
        clearTimeout(existing.timer)
        existing.timer = scheduleRelease(folder)
        return existing.model
      }
      const model = loadWhisperModel(folder, threads)
      cache.set(folder, { model, timer: scheduleRelease(folder) })
      model.catch(() => cache.delete(folder))
      return model
    },
  }
}

const models = createModelCache(availableParallelism())

async function handleSpeechRequest(
  request: SpeechRequest,
  input: Buffer,
  report: Report,
): Promise<Uint8Array> {
  const samples = toSamples(input)
  switch (request.kind) {
    case 'measure':
      return measureLevels(samples)
    case 'detect': {
      const model = await models.load(request.modelFolder)
      return toJson(await detectLanguage(model, samples))
    }
    case 'transcribe': {
      const model = await models.load(request.modelFolder)
      if (!(request.language in model.files.tokens.languages))
        throw new JobFailure('language-not-installed', { language: request.language })
      const isActive = Uint8Array.from(request.activity, Number)
      const onShare = (share: number) => report(Math.floor(share * 100), 'write')
      return toJson(await transcribeWindow(model, { samples, isActive, language: request.language, onShare }))
    }
  }
}

function toJson(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

function toSamples(bytes: Buffer): Float32Array {
  const samples = new Float32Array(bytes.length >> 1)
  for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(i * 2) / 32_768
  return samples
}

serveJobs(speechRequestSchema, handleSpeechRequest)

/** Language detection: probabilities of the language tokens after the start token. */
interface LanguageGuess {
  /** By language code; they add up to 1. */
  readonly probabilities: Readonly<Record<string, number>>
}

async function detectLanguage(model: WhisperModel, samples: Float32Array): Promise<LanguageGuess> {
  const { tokens, melBands } = model.files
  const encoded = await model.encode(melSpectrogram(samples, melBands))
  const { scores } = await model.startDecoding(encoded, [tokens.start])
  const languages = Object.entries(tokens.languages)
  const best = Math.max(...languages.map(([, token]) => scores[token] as number))
  const weights = languages.map(
    ([code, token]) => [code, Math.exp((scores[token] as number) - best)] as const,
  )
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return { probabilities: Object.fromEntries(weights.map(([code, weight]) => [code, weight / whole])) }
}
