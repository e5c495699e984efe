/** Runs steps of the ffmpeg engine for tests: real sandbox, real programs, an empty folder each time. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { EngineSettings, MediaLimits, Progress, StepOutcome } from '../engine.ts'
import { createSandbox, type Sandbox } from '../process/sandbox.ts'
import { defaultEngineSettings } from '../runtime.ts'
import { startFfmpeg } from './start-ffmpeg.ts'

interface Job {
  readonly quality?: string
  readonly isExtraction?: boolean
  readonly settings?: Partial<EngineSettings>
  readonly media?: Partial<MediaLimits>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Changes the jail, to make things go wrong on purpose. */
  readonly jail?: (real: Sandbox) => Sandbox
}

export interface Bench {
  /** For clips; kept until the last test of the file. */
  readonly clips: string
  /** Where results go; empty at the beginning of each test. */
  readonly folder: string
  readonly sandbox: Sandbox
  video(path: string, from: FormatId, to: FormatId, job?: Job): Promise<StepOutcome>
  audio(path: string, from: FormatId, to: FormatId, job?: Job): Promise<StepOutcome>
  result(to: FormatId): string
  /** The code it was refused with; fails when it was not, or when anything is left in the folder. */
  codeOf(job: Promise<unknown>): Promise<string>
}

export function useMediaHarness(): Bench {
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
  const run = async (ability: string, path: string, from: FormatId, to: FormatId, job: Job) => {
    const media = { ...defaultEngineSettings.media, ...job.media }
    const settings = { ...defaultEngineSettings, ...job.settings, media }
    const engine = await startFfmpeg(settings, job.jail?.(sandbox) ?? sandbox)
    const { quality = ability === 'ffmpeg-video' ? '720p' : '256', isExtraction = false } = job
    return engine.runStep({
      step: { ability, from, to, options: { quality, isExtraction } },
      inputPath: path,
      outputPath: result(to),
      signal: job.signal ?? new AbortController().signal,
      onProgress: job.onProgress ?? (() => {}),
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
    video: (path, from, to, job = {}) => run('ffmpeg-video', path, from, to, job),
    audio: (path, from, to, job = {}) => run('ffmpeg-audio', path, from, to, job),
    result,
    async codeOf(job) {
      const outcome = await job.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      expect(await readdir(folder)).toEqual([])
      return (outcome as AppError).code
    },
  }
}
