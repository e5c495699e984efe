/** Where a process writes what it does. Never file names, e-mail addresses or other personal data. */

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
