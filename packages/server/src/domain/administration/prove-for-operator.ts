/** Asks an operator for the password once more before somebody else gets the same rights. */
import { AppError } from '@filesmith/contract/errors'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from '../accounts/account-deps.ts'
import { provePassword } from '../accounts/prove-password.ts'

export async function proveForOperator(
  deps: AccountDeps,
  operator: AccountRecord,
  target: AccountRecord,
  { isOperator, password }: UserChange,
): Promise<void> {
  if (!isOperator || target.operatorSince !== null) return
  if (password === undefined) throw new AppError('proof-needed')
  await provePassword(deps, operator, password)
}
