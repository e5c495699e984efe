/** Exit codes of the program, documented in docs/command-line.md. */

export const exitCodes = {
  done: 0,
  someFailed: 1,
  usageError: 2,
  serverError: 3,
  someSkipped: 4,
  interrupted: 130,
  stopped: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
