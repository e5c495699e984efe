/** What it means when ffmpeg gives up on a file. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Exit } from '../process/exit-cause.ts'

const noMemory = /malloc of size \d+ failed|Error allocating|pthread_create failed/i
const rareKind =
  /not (?:yet )?implemented|is not supported|Unsupported codec|no decoder found|Update your FFmpeg|Error while opening encoder|Error while opening decoder/i

/** ffmpeg takes the warning of the processor limit (SIGXCPU) for a wish to end early: tidily, or after a few more at once. */
const codesAfterSignals: ReadonlySet<number | null> = new Set([255, 123])

export function ffmpegFailure(exit: Exit, format: FormatId): AppError {
  const cause = new Error(`ffmpeg ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  if (codesAfterSignals.has(exit.code)) return new AppError('took-too-long', {}, { cause })
  if (noMemory.test(exit.stderr)) return new AppError('needs-too-much-memory', {}, { cause })
  const code = rareKind.test(exit.stderr) ? 'unsupported-variant' : 'file-damaged'
  return new AppError(code, { format: formats[format].label }, { cause })
}
