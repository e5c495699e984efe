/** Derives the exit code from the outcomes of all files. */
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { TaskOutcome } from '../report/reporter.ts'

const serverCodes: readonly string[] = ['server-unreachable', 'not-filesmith', 'api-key-refused']

/** True for failures of the server connection: unreachable, not a Filesmith server, or API key rejected. */
export function isServerError(code: string): boolean {
  return serverCodes.includes(code)
}

export function exitCodeOf(outcomes: readonly TaskOutcome[]): ExitCode {
  const failures = outcomes.filter(outcome => outcome.status === 'failed')
  if (failures.some(({ code }) => isServerError(code))) return exitCodes.serverError
  if (failures.length > 0) {
    const isMisused =
      failures.length === outcomes.length && failures.every(({ code }) => code === 'wrong-use')
    return isMisused ? exitCodes.usageError : exitCodes.someFailed
  }
  return outcomes.some(({ status }) => status === 'skipped') ? exitCodes.someSkipped : exitCodes.done
}
