/** Asks somebody who is signed in for the password once more, before something that matters. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { forgiveProofs, limitProofs } from './limit-attempts.ts'

export async function provePassword(
  deps: AccountDeps,
  account: AccountRecord,
  password: string,
): Promise<void> {
  if (account.passwordHash === null) throw new AppError('no-password')
  await limitProofs(deps, account.id)
  if (!(await deps.passwords.verify(password, account.passwordHash))) throw new AppError('wrong-password')
  await forgiveProofs(deps, account.id)
}
