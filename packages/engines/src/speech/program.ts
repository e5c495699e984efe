/** Speech helper process: runs in the sandbox and processes audio windows from bytes, without access to user files. */
import { availableParallelism } from 'node:os'
import { JobFailure, type Report, serveJobs } from '../process/helper-program.ts'
import { type SpeechRequest, speechRequestSchema } from './request.ts'
import { measureLevels } from './vad/measure-levels.ts'
import { detectLanguage } from './whisper/detect-language.ts'
import { createModelCache } from './whisper/model-cache.ts'
import { transcribeWindow } from './whisper/transcribe-window.ts'

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
