/** All accounts as operators see them, and the changes operators can make. */
import type { PlanId } from '@filesmith/contract/plans'
import type { AccountRecord, NewAccount } from './account-store.ts'
import type { NewAuditEntry } from './audit-log.ts'
import type { ListPage } from './list-page.ts'

export interface ListedUser extends AccountRecord {
  readonly lastSeenAt: Date | null
  readonly conversionsThisMonth: number
  readonly storedBytes: number
}

export interface UserFilter {
  /** Part of the username or email address, case-insensitive. */
  readonly search?: string | undefined
  /** Plan whose limits currently apply. */
  readonly plan?: PlanId | undefined
  readonly isOperator?: boolean | undefined
  readonly isSuspended?: boolean | undefined
}

export type UserChanges = Partial<
  Pick<AccountRecord, 'grantedPlan' | 'grantedUntil' | 'operatorSince' | 'suspendedAt'>
>

export interface UserDirectory {
  /** Newest first. */
  list(filter: UserFilter, page: ListPage, now: Date): Promise<ListedUser[]>
  count(filter: UserFilter, now: Date): Promise<number>
  find(id: string, now: Date): Promise<ListedUser | undefined>
  listOperators(): Promise<AccountRecord[]>
  /**
   * Writes the changes and their audit entries in one transaction; a suspended user is also signed out everywhere.
   * With `keepsOperator`, the last operator cannot be demoted: nothing changes, and 'last-operator' is returned.
   */
  change(
    id: string,
    changes: UserChanges,
    entries: readonly NewAuditEntry[],
    options: { readonly keepsOperator: boolean },
  ): Promise<'changed' | 'last-operator'>
  /** False if the username or email address is taken. */
  insertOperator(account: NewAccount, entries: readonly NewAuditEntry[]): Promise<boolean>
}
