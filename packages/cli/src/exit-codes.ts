/** What the program's exit code says; docs/command-line.md tells the same. */

export const exitCodes = {
  done: 0,
  someFailed: 1,
  wrongUse: 2,
  serverRefused: 3,
  someExisted: 4,
  interrupted: 130,
  stopped: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
