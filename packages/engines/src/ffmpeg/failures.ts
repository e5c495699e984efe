/** What it means when ffmpeg gives up on a file. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Exit } from '../process/exit-cause.ts'

const noMemory = /malloc of size \d+ failed|Error allocating|pthread_create failed/i
const rareKind =
  /not (?:yet )?implemented|is not supported|Unsupported codec|no decoder found|Update your FFmpeg|Error while opening encoder|Error while opening decoder/i

export function ffmpegFailure(exit: Exit, format: FormatId): AppError {
  const cause = new Error(`ffmpeg ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  if (noMemory.test(exit.stderr)) return new AppError('needs-too-much-memory', {}, { cause })
  const code = rareKind.test(exit.stderr) ? 'unsupported-variant' : 'file-damaged'
  return new AppError(code, { format: formats[format].label }, { cause })
}
