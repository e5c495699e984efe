/** Making another operator takes the password itself, where there is one, and not only a fresh session. */
import { AppError } from '@filesmith/contract/errors'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import type { AccountRecord } from '../../ports/account-store.ts'

export function requirePasswordForOperator(
  operator: AccountRecord,
  target: AccountRecord,
  { isOperator, password }: UserChange,
): void {
  const isMade = isOperator === true && target.operatorSince === null
  if (isMade && operator.passwordHash !== null && password === undefined) throw new AppError('proof-needed')
}
