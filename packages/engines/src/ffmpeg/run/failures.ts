/** Maps exit codes and stderr of ffmpeg to error codes. */
import { availableParallelism } from 'node:os'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { type Exit, exitSignal } from '../../process/exit-cause.ts'

const outOfMemory =
  /malloc of size \d+ failed|Memory allocation error|Error allocating|failed to map segment|Resource temporarily unavailable/i
const unsupported =
  /not (?:yet )?implemented|is not supported|Unsupported codec|no decoder found|Update your FFmpeg|Error while opening (?:en|de)coder/i

/** ffmpeg handles SIGXCPU, the signal of the CPU limit, by shutting down with this exit code. */
const endedBySignal = 255

export interface ResourceUse {
  readonly elapsedMs: number
  readonly cpuSeconds: number
}

export function ffmpegFailure(exit: Exit, format: FormatId, used: ResourceUse): AppError {
  const cause = new Error(`ffmpeg ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  if (exit.code === endedBySignal) return new AppError('took-too-long', {}, { cause })
  if (exitSignal(exit) === 'SIGKILL')
    return new AppError(mayHaveExhaustedCpu(used) ? 'took-too-long' : 'needs-too-much-memory', {}, { cause })
  if (outOfMemory.test(exit.stderr)) return new AppError('needs-too-much-memory', {}, { cause })
  const code = unsupported.test(exit.stderr) ? 'unsupported-variant' : 'file-damaged'
  return new AppError(code, { format: formats[format].label }, { cause })
}

/** SIGKILL means out of memory, unless the CPU limit may be exhausted, whose hard limit also kills. */
function mayHaveExhaustedCpu({ elapsedMs, cpuSeconds }: ResourceUse): boolean {
  return (elapsedMs / 1000) * availableParallelism() >= cpuSeconds
}
