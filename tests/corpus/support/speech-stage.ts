/** Runs the speech engine for tests: real sandbox, real models, an empty folder each time. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { type Transcript, transcriptSchema } from '@filesmith/contract/schemas/transcript'
import type { LiveEngine, Progress, SpeechSettings, StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { startSpeech } from '@filesmith/engines/speech/start-speech'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Script, speak, videoOf } from './spoken-videos.ts'

interface Asked {
  readonly language?: string
  readonly includeTimestamps?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface SpeechStage {
  /** For films; kept until the last test of the file. */
  readonly videos: string
  transcribe(path: string, asked?: Asked): Promise<StepOutcome>
  /** A film in which a machine says this. */
  video(name: string, voice: string, script: Script): Promise<string>
  text(): Promise<string>
  transcript(): Promise<Transcript>
  part(name: string): Promise<string>
  leftOver(): Promise<string[]>
  /** The code it was refused with; fails when it was not, or when anything is left in the folder. */
  codeOf(job: Promise<unknown>): Promise<string>
}

/** The settings are asked for when the first test begins: a server may have to be started for them. */
export function openSpeechStage(changes: () => Partial<SpeechSettings>): SpeechStage {
  let engine: LiveEngine
  let videos = ''
  let folder = ''
  beforeAll(async () => {
    videos = await mkdtemp(join(tmpdir(), 'speech-films-'))
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
    transcribe: (inputPath, asked = {}) => {
      const { language = 'en', includeTimestamps = true } = asked
      return engine.runStep({
        step: { ability: 'transcribe', from: 'mp4', to: 'txt', options: { language, includeTimestamps } },
        inputPath,
        outputPath: join(folder, 'result.txt'),
        signal: asked.signal ?? new AbortController().signal,
        onProgress: asked.onProgress ?? (() => {}),
      })
    },
    video: async (name, voice, script) =>
      videoOf(videos, `${name}.mp4`, ['-i', await speak(videos, name, voice, script)]),
    text: () => part('result.txt'),
    transcript: async () => transcriptSchema.parse(JSON.parse(await part('transcript.json'))),
    part,
    leftOver: () => readdir(folder),
    async codeOf(job) {
      const outcome = await job.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      expect(await readdir(folder)).toEqual([])
      return (outcome as AppError).code
    },
  }
}
