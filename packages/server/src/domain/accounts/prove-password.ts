/** Asks a signed-in user for the password again before a sensitive action. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { limitProofAttempts, resetProofAttempts } from './limit-attempts.ts'

export async function provePassword(
  deps: AccountDeps,
  account: AccountRecord,
  password: string,
): Promise<void> {
  if (account.passwordHash === null) throw new AppError('no-password')
  await limitProofAttempts(deps, account.id)
  if (!(await deps.passwords.verify(password, account.passwordHash))) throw new AppError('wrong-password')
  await resetProofAttempts(deps, account.id)
}
