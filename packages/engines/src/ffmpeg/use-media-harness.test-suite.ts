/** Test harness for the ffmpeg engine: real sandbox, real programs, an empty result folder for each test. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AudioTuning, VideoTuning } from '@filesmith/contract/advanced-options'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { EngineSettings, MediaLimits, Progress, StepOutcome } from '../engine.ts'
import { createSandbox, type Sandbox } from '../process/sandbox.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { startFfmpeg } from './start-ffmpeg.ts'

interface RunOptions {
  readonly quality?: string
  readonly isExtraction?: boolean
  readonly tuning?: VideoTuning | AudioTuning
  readonly settings?: Partial<EngineSettings>
  readonly media?: Partial<MediaLimits>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Replaces parts of the sandbox, for fault injection. */
  readonly wrapSandbox?: (real: Sandbox) => Sandbox
}

export interface MediaHarness {
  /** Folder of the generated clips; removed after the last test of the file. */
  readonly clips: string
  /** Folder of the results; empty at the start of each test. */
  readonly folder: string
  readonly sandbox: Sandbox
  video(path: string, from: FormatId, to: FormatId, options?: RunOptions): Promise<StepOutcome>
  audio(path: string, from: FormatId, to: FormatId, options?: RunOptions): Promise<StepOutcome>
  result(to: FormatId): string
  /** The error code of a rejected run; fails when the run succeeds or leaves files behind. */
  codeOf(stepRun: Promise<unknown>): Promise<string>
}

export function useMediaHarness(): MediaHarness {
  let clips = ''
  let folder = ''
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await createSandbox('required', () => {})
    clips = await mkdtemp(join(tmpdir(), 'ffmpeg-clips-'))
  })
  afterAll(() => rm(clips, { recursive: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ffmpeg-job-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const result = (to: FormatId) => join(folder, `result.${to}`)
  const run = async (ability: string, path: string, from: FormatId, to: FormatId, options: RunOptions) => {
    const media = { ...defaultEngineSettings.media, ...options.media }
    const settings = { ...defaultEngineSettings, ...options.settings, media }
    const engine = await startFfmpeg(settings, options.wrapSandbox?.(sandbox) ?? sandbox)
    const { quality = ability === 'ffmpeg-video' ? '720p' : '256', isExtraction = false } = options
    return engine.runStep({
      step: { ability, from, to, options: { quality, isExtraction, ...options.tuning } },
      inputPath: path,
      outputPath: result(to),
      signal: options.signal ?? new AbortController().signal,
      onProgress: options.onProgress ?? (() => {}),
    })
  }

  return {
    get clips() {
      return clips
    },
    get folder() {
      return folder
    },
    get sandbox() {
      return sandbox
    },
    video: (path, from, to, options = {}) => run('ffmpeg-video', path, from, to, options),
    audio: (path, from, to, options = {}) => run('ffmpeg-audio', path, from, to, options),
    result,
    async codeOf(stepRun) {
      const outcome = await stepRun.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      expect(await readdir(folder)).toEqual([])
      return (outcome as AppError).code
    },
  }
}
