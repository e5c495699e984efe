/** Invalid command-line usage, detected before any work; the message says what to type instead. */

export class UsageError extends Error {
  override readonly name = 'UsageError'
}
