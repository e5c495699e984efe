/** An expected failure of a backup or restore that the operator can fix: printed as its message, without a stack. */

export class BackupError extends Error {
  override readonly name = 'BackupError'
}
