/** Structured log of a process. Must not contain file names, email addresses or other personal data. */

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
