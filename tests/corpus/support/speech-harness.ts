/** Test harness for the speech engine: real sandbox, real models, an empty result folder for each test. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { type Transcript, transcriptSchema } from '@filesmith/contract/schemas/transcript'
import type { LiveEngine, Progress, SpeechSettings, StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { startSpeech } from '@filesmith/engines/speech/start-speech'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Script, speak, videoOf } from './spoken-videos.ts'

interface TranscribeOptions {
  readonly from?: FormatId
  readonly language?: string
  readonly includeTimestamps?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface SpeechHarness {
  /** Folder of the generated videos; removed after the last test of the file. */
  readonly videos: string
  transcribe(path: string, options?: TranscribeOptions): Promise<StepOutcome>
  /** A video with synthesized speech. */
  video(name: string, voice: string, script: Script): Promise<string>
  text(): Promise<string>
  transcript(): Promise<Transcript>
  part(name: string): Promise<string>
  leftovers(): Promise<string[]>
  /** The error code of a rejected run; fails when the run succeeds or leaves files behind. */
  codeOf(run: Promise<unknown>): Promise<string>
}

/** Settings are read when the first test starts, because a server may have to be started for them. */
export function openSpeechHarness(changes: () => Partial<SpeechSettings>): SpeechHarness {
  let engine: LiveEngine
  let videos = ''
  let folder = ''
  beforeAll(async () => {
    videos = await mkdtemp(join(tmpdir(), 'speech-videos-'))
    const speech = { ...defaultEngineSettings.speech, ...changes() }
    engine = await startSpeech(
      { ...defaultEngineSettings, speech },
      await createSandbox('required', () => {}),
    )
  })
  afterAll(async () => {
    await engine.close()
    await rm(videos, { recursive: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'speech-job-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const part = (name: string) => readFile(join(folder, name), 'utf8')
  return {
    get videos() {
      return videos
    },
    transcribe: (inputPath, options = {}) => {
      const { from = 'mp4', language = 'en', includeTimestamps = true } = options
      return engine.runStep({
        step: { ability: 'transcribe', from, to: 'txt', options: { language, includeTimestamps } },
        inputPath,
        outputPath: join(folder, 'result.txt'),
        signal: options.signal ?? new AbortController().signal,
        onProgress: options.onProgress ?? (() => {}),
      })
    },
    video: async (name, voice, script) =>
      videoOf(videos, `${name}.mp4`, ['-i', await speak(videos, name, voice, script)]),
    text: () => part('result.txt'),
    transcript: async () => transcriptSchema.parse(JSON.parse(await part('transcript.json'))),
    part,
    leftovers: () => readdir(folder),
    async codeOf(run) {
      const outcome = await run.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      expect(await readdir(folder)).toEqual([])
      return (outcome as AppError).code
    },
  }
}
