/** Sums up what became of all files in the one number that scripts look at. */
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { TaskEnd } from '../report/reporter.ts'

const serverCodes: readonly string[] = ['server-unreachable', 'not-filesmith', 'api-key-refused']

/** It says nothing about the file: the server is away, is another one, or does not know us. */
export function isServerRefusal(code: string): boolean {
  return serverCodes.includes(code)
}

export function exitCodeOf(ends: readonly TaskEnd[]): ExitCode {
  const failures = ends.filter(end => end.status === 'failed')
  if (failures.some(({ code }) => isServerRefusal(code))) return exitCodes.serverRefused
  if (failures.length > 0) {
    const isMisused = failures.length === ends.length && failures.every(({ code }) => code === 'wrong-use')
    return isMisused ? exitCodes.wrongUse : exitCodes.someFailed
  }
  return ends.some(({ status }) => status === 'skipped') ? exitCodes.someExisted : exitCodes.done
}
