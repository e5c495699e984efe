/** Runs ffmpeg or ffprobe on one file: sandboxed, with resource limits and low CPU priority. */

import { availableParallelism } from 'node:os'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings } from '../../engine.ts'
import type { Exit } from '../../process/exit-cause.ts'
import { exitSignal } from '../../process/exit-cause.ts'
import type { JobPaths } from '../../process/run-process.ts'
import type { Sandbox } from '../../process/sandbox.ts'
import { runTrimmed } from '../../process/trimmed-libraries.ts'
import type { CodecSupport } from '../probe/codec-support.ts'
import type { Packet } from '../probe/media-probe.ts'
import { errorsOf } from './output-report.ts'

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
  /** All packets, where the probe has listed them. */
  readonly packets?: readonly Packet[] | undefined
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
  return runTrimmed(sandbox, {
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

const outOfMemory =
  /malloc of size \d+ failed|Memory allocation error|Error allocating|failed to map segment|Resource temporarily unavailable/i
const unsupported =
  /not (?:yet )?implemented|is not supported|Unsupported codec|no decoder found|Update your FFmpeg|Error while opening (?:en|de)coder/i

/** ffmpeg handles SIGXCPU, the signal of the CPU limit, by shutting down with this exit code. */
const endedBySignal = 255

interface ResourceUse {
  readonly elapsedMs: number
  readonly cpuSeconds: number
}

/** Maps exit codes and stderr of ffmpeg to error codes. */
export function ffmpegFailure(exit: Exit, format: FormatId, used: ResourceUse): AppError {
  const errors = errorsOf(exit.stderr)
  const cause = new Error(`ffmpeg ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  if (exit.code === endedBySignal) return new AppError('took-too-long', {}, { cause })
  if (exitSignal(exit) === 'SIGKILL')
    return new AppError(mayHaveExhaustedCpu(used) ? 'took-too-long' : 'needs-too-much-memory', {}, { cause })
  if (outOfMemory.test(errors)) return new AppError('needs-too-much-memory', {}, { cause })
  const code = unsupported.test(errors) ? 'unsupported-variant' : 'file-damaged'
  return new AppError(code, { format: formats[format].label }, { cause })
}

/** SIGKILL means out of memory, unless the CPU limit may be exhausted, whose hard limit also kills. */
function mayHaveExhaustedCpu({ elapsedMs, cpuSeconds }: ResourceUse): boolean {
  return (elapsedMs / 1000) * availableParallelism() >= cpuSeconds
}
