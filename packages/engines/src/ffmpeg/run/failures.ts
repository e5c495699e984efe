/** What it means when ffmpeg gives up on a file. */
import { availableParallelism } from 'node:os'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { type Exit, exitSignal } from '../../process/exit-cause.ts'

const noMemory =
  /malloc of size \d+ failed|Memory allocation error|Error allocating|failed to map segment|Resource temporarily unavailable/i
const rareKind =
  /not (?:yet )?implemented|is not supported|Unsupported codec|no decoder found|Update your FFmpeg|Error while opening (?:en|de)coder/i

/** It catches the signal that its processor time is over, tidies up and ends with this. */
const endedBySignal = 255

export interface Spent {
  readonly elapsedMs: number
  readonly cpuSeconds: number
}

export function ffmpegFailure(exit: Exit, format: FormatId, spent: Spent): AppError {
  const cause = new Error(`ffmpeg ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  if (exit.code === endedBySignal) return new AppError('took-too-long', {}, { cause })
  if (exitSignal(exit) === 'SIGKILL')
    return new AppError(mayHaveSpentAll(spent) ? 'took-too-long' : 'needs-too-much-memory', {}, { cause })
  if (noMemory.test(exit.stderr)) return new AppError('needs-too-much-memory', {}, { cause })
  const code = rareKind.test(exit.stderr) ? 'unsupported-variant' : 'file-damaged'
  return new AppError(code, { format: formats[format].label }, { cause })
}

/** The kernel kills without a word, for lack of memory or when tidying up took too long as well. */
function mayHaveSpentAll({ elapsedMs, cpuSeconds }: Spent): boolean {
  return (elapsedMs / 1000) * availableParallelism() >= cpuSeconds
}
