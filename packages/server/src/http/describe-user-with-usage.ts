/** The account as returned to its owner, with the remaining monthly allowance. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountRecord } from '../database/account-store.ts'
import { accountOwner, describeUser } from '../domain/accounts/accounts.ts'
import { describeMonthUsage, type UsageDeps } from '../domain/allowance/allowance.ts'

export async function describeUserWithUsage(deps: UsageDeps, account: AccountRecord): Promise<User> {
  const now = deps.now()
  return describeUser(account, await describeMonthUsage(deps, accountOwner(account, now)), now)
}
