/** Speech recognizers to compare: our engine as in the product, and the same model in plain transformers.js. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { startSpeech } from '@filesmith/engines/speech/start-speech'

export interface SpeechRecognizer {
  recognize(path: string, language: string): Promise<string>
  close(): Promise<void>
}

export async function openFilesmith(model: string): Promise<SpeechRecognizer> {
  const speech = { ...defaultEngineSettings.speech, englishModel: model, otherModel: model }
  const engine = await startSpeech(
    { ...defaultEngineSettings, speech },
    await createSandbox('required', () => {}),
  )
  return {
    async recognize(path, language) {
      const folder = await mkdtemp(join(tmpdir(), 'speech-bench-'))
      try {
        const outputPath = join(folder, 'text')
        await engine.runStep({
          step: {
            ability: 'transcribe',
            from: path.split('.').at(-1) as FormatId,
            to: 'txt',
            options: { language, includeTimestamps: false },
          },
          inputPath: path,
          outputPath,
          signal: new AbortController().signal,
          onProgress: () => {},
        })
        return await readFile(outputPath, 'utf8')
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    close: () => engine.close(),
  }
}

/** The part of its API that is used here. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  pipeline(task: string, model: string, options: object): Promise<TransformersPipeline>
}

interface TransformersPipeline {
  (samples: Float32Array, options: object): Promise<{ text: string } | { text: string }[]>
  dispose(): Promise<unknown>
}

/** Not a dependency: `npm install --no-save @huggingface/transformers` installs it. Undefined if it is missing. */
export async function openBareModel(model: string): Promise<SpeechRecognizer | undefined> {
  const name = '@huggingface/transformers'
  const loaded: Transformers | undefined = await import(name).catch(() => undefined)
  if (loaded === undefined) return undefined
  const { env, pipeline } = loaded
  const manifest = createRequire(import.meta.url).resolve(`sts-whisper-${model}/package.json`)
  env.allowRemoteModels = false
  env.localModelPath = join(dirname(manifest), 'models/')
  const transcribe = await pipeline('automatic-speech-recognition', `Xenova/whisper-${model}`, {
    dtype: 'q8',
    device: 'cpu',
  })
  return {
    async recognize(path, language) {
      const args = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '16000', '-f', 'f32le', '-']
      const options = { encoding: 'buffer', maxBuffer: 1024 ** 3 } as const
      const { stdout } = await promisify(execFile)('ffmpeg', args, options)
      const samples = new Float32Array(
        stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
      )
      const answer = await transcribe(samples, { chunk_length_s: 30, language, task: 'transcribe' })
      return [answer]
        .flat()
        .map(({ text }) => text)
        .join(' ')
    },
    close: async () => {
      await transcribe.dispose()
    },
  }
}
