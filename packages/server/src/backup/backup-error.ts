/** A reason why a backup cannot be made or restored that an operator can act on: shown as its message, without a stack. */

export class BackupError extends Error {
  override readonly name = 'BackupError'
}
