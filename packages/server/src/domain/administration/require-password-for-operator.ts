/**
 * Granting operator rights requires the password, if the operator has one: a fresh session alone (session theft) is
 * not enough.
 */
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
