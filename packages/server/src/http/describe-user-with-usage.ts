/** The account as returned to its owner, with the remaining monthly allowance. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountRecord } from '../database/account-store.ts'
import { accountOwner, describeUser } from '../domain/accounts/accounts.ts'
import { describeMonthUsage, type UsageDeps } from '../domain/allowance/allowance.ts'

export interface UserDescriptionDeps extends UsageDeps {
  /** False where no address can be confirmed, and nothing requires it. */
  readonly confirmsEmails: boolean
}

export async function describeUserWithUsage(
  deps: UserDescriptionDeps,
  account: AccountRecord,
): Promise<User> {
  const now = deps.now()
  const user = describeUser(account, await describeMonthUsage(deps, accountOwner(account, now)), now)
  return deps.confirmsEmails ? user : { ...user, isEmailVerified: true }
}
