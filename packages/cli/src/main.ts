/** The program `filesmith`: reads what was typed, runs the command, and says by its exit code how it went. */
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { AppError } from '@filesmith/contract/errors'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { readArguments } from './arguments/read-arguments.ts'
import type { Command } from './commands/command.ts'
import { compress, convert, run } from './commands/convert.ts'
import { listFormats } from './commands/formats.ts'
import { printHelp, printVersion } from './commands/help.ts'
import { listOptions } from './commands/options.ts'
import { listServerJobs, login, logout } from './commands/server.ts'
import { watchFolder } from './commands/watch.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { isServerRefusal } from './work/exit-code-of.ts'
import { WrongUse } from './wrong-use.ts'

const commands: Readonly<Record<string, Command>> = {
  convert,
  compress,
  run,
  formats: listFormats,
  options: listOptions,
  watch: watchFolder,
  jobs: listServerJobs,
  login,
  logout,
}

/** Terminal and npm both pass one Ctrl-C on; two so close together are the same one. */
const sameSignalWithinMs = 700

const interruption = new AbortController()
let stoppedBy: ExitCode | undefined
let stoppedAtMs = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const code = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.stopped
    // Asked twice: whatever does not end by itself is left.
    if (stoppedBy !== undefined && performance.now() - stoppedAtMs > sameSignalWithinMs) process.exit(code)
    if (stoppedBy !== undefined) return
    stoppedBy = code
    stoppedAtMs = performance.now()
    interruption.abort(new AppError('cancelled'))
  })
}
// Whoever reads our output may have had enough of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.someFailed)
  throw error
})

const exitCode = await runFilesmith(process.argv.slice(2))
process.exitCode = stoppedBy ?? exitCode

async function runFilesmith(argv: readonly string[]): Promise<ExitCode> {
  try {
    const args = readArguments(argv)
    if (args.wantsVersion) printVersion()
    else if (args.wantsHelp || args.command === undefined || args.command === 'help') printHelp()
    else return await runCommand(args.command, args)
    return args.wantsHelp || args.wantsVersion || args.command === 'help'
      ? exitCodes.done
      : exitCodes.wrongUse
  } catch (error) {
    return complain(error)
  }
}

async function runCommand(name: string, args: ReturnType<typeof readArguments>): Promise<ExitCode> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new WrongUse(commandLineMessages.unknownCommand(name))
  return command({ args, signal: interruption.signal })
}

function complain(error: unknown): ExitCode {
  if (stoppedBy !== undefined) return stoppedBy
  const code = codeFor(error)
  if (code === undefined || !(error instanceof Error)) throw error
  process.stderr.write(`filesmith: ${error.message}\n`)
  return code
}

function codeFor(error: unknown): ExitCode | undefined {
  if (error instanceof WrongUse) return exitCodes.wrongUse
  if (error instanceof AppError) return exitCodes.someFailed
  if (!(error instanceof FilesmithError)) return undefined
  return isServerRefusal(error.code) ? exitCodes.serverRefused : exitCodes.someFailed
}
