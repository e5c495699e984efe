/** Entry point of `filesmith`: parses the arguments, runs the command and sets the exit code. */
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { AppError } from '@filesmith/contract/errors'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { readArguments } from './arguments/read-arguments.ts'
import type { Command } from './commands/command.ts'
import { compress, convert, run } from './commands/convert.ts'
import { listFormats } from './commands/formats.ts'
import { printHelp, printVersion } from './commands/help.ts'
import { listOptions } from './commands/options.ts'
import { pdf } from './commands/pdf.ts'
import { listServerJobs, login, logout } from './commands/server.ts'
import { watchFolder } from './commands/watch.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { isServerError } from './tasks/exit-code-of.ts'
import { UsageError } from './usage-error.ts'

const commands: Readonly<Record<string, Command>> = {
  convert,
  compress,
  run,
  pdf,
  formats: listFormats,
  options: listOptions,
  watch: watchFolder,
  jobs: listServerJobs,
  login,
  logout,
}

/** Terminal and npm both deliver one Ctrl-C: signals this close together count as one. */
const sameSignalWithinMs = 700

const interruption = new AbortController()
let signalExitCode: ExitCode | undefined
let signaledAtMs = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const code = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.stopped
    // A second signal exits without waiting for cleanup.
    if (signalExitCode !== undefined && performance.now() - signaledAtMs > sameSignalWithinMs)
      process.exit(code)
    if (signalExitCode !== undefined) return
    signalExitCode = code
    signaledAtMs = performance.now()
    interruption.abort(new AppError('cancelled'))
  })
}
// EPIPE: the reader of a pipe has exited, e.g. `filesmith formats | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.someFailed)
  throw error
})

const exitCode = await runFilesmith(process.argv.slice(2))
process.exitCode = signalExitCode ?? exitCode

async function runFilesmith(argv: readonly string[]): Promise<ExitCode> {
  try {
    const args = readArguments(argv)
    if (args.wantsVersion) printVersion()
    else if (args.wantsHelp || args.command === undefined || args.command === 'help') printHelp()
    else return await runCommand(args.command, args)
    return args.wantsHelp || args.wantsVersion || args.command === 'help'
      ? exitCodes.done
      : exitCodes.usageError
  } catch (error) {
    return reportError(error)
  }
}

async function runCommand(name: string, args: ReturnType<typeof readArguments>): Promise<ExitCode> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(commandLineMessages.unknownCommand(name))
  return command({ args, signal: interruption.signal })
}

function reportError(error: unknown): ExitCode {
  if (signalExitCode !== undefined) return signalExitCode
  const code = exitCodeFor(error)
  if (code === undefined || !(error instanceof Error)) throw error
  process.stderr.write(`filesmith: ${error.message}\n`)
  return code
}

function exitCodeFor(error: unknown): ExitCode | undefined {
  if (error instanceof UsageError) return exitCodes.usageError
  if (error instanceof AppError) return exitCodes.someFailed
  if (!(error instanceof FilesmithError)) return undefined
  return isServerError(error.code) ? exitCodes.serverError : exitCodes.someFailed
}
