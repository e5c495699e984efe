/** Signature of a subcommand. */
import type { Arguments } from '../arguments/read-arguments.ts'
import type { ExitCode } from '../exit-codes.ts'

export interface CommandContext {
  readonly args: Arguments
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal
}

export type Command = (context: CommandContext) => Promise<ExitCode>
