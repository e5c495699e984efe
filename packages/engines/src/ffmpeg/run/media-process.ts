/** Runs ffmpeg or ffprobe on one file: sandboxed, with resource limits and low CPU priority. */
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineSettings } from '../../engine.ts'
import type { Exit } from '../../process/exit-cause.ts'
import { type JobPaths, runProcess } from '../../process/run-process.ts'
import type { Sandbox } from '../../process/sandbox.ts'
import type { CodecSupport } from '../probe/codec-support.ts'
import { ffmpegFailure } from './failures.ts'

/** Dependencies shared by all parts of this engine. */
export interface FfmpegContext {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
  readonly codecs: CodecSupport
}

/** A file to inspect or convert. */
export interface MediaSource {
  readonly path: string
  /** Sniffed from the content. */
  readonly format: FormatId
  /** Folder for unfinished files. */
  readonly workFolder: string
  readonly signal: AbortSignal
}

interface MediaRun {
  readonly program: 'ffmpeg' | 'ffprobe'
  readonly args: (paths: JobPaths) => readonly string[]
  readonly onLine?: (line: string) => void
  readonly timeoutMs?: number
}

const niceness = 10

export function runMedia(
  { sandbox, settings }: FfmpegContext,
  source: MediaSource,
  run: MediaRun,
): Promise<Exit> {
  const startedAt = performance.now()
  const { cpuSeconds } = settings.media
  return runProcess(sandbox, {
    program: `/usr/bin/${run.program}`,
    tool: 'Video and audio conversion',
    input: source.path,
    outFolder: source.workFolder,
    args: run.args,
    timeoutMs: run.timeoutMs ?? settings.media.timeoutMs,
    limits: {
      memoryBytes: settings.maxMemoryBytes,
      cpuSeconds,
      fileBytes: settings.maxOutputBytes,
      niceness,
    },
    signal: source.signal,
    ...(run.onLine === undefined ? {} : { onLine: run.onLine }),
    failure: exit =>
      ffmpegFailure(exit, source.format, { elapsedMs: performance.now() - startedAt, cpuSeconds }),
  })
}
