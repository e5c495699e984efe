/** What a command is given. */
import type { Arguments } from '../arguments/read-arguments.ts'
import type { ExitCode } from '../exit-codes.ts'

export interface CommandContext {
  readonly args: Arguments
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export type Command = (context: CommandContext) => Promise<ExitCode>
