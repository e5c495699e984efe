/** All accounts, as operators see them, and what they can change about them. */
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
  /** A part of the name or the address, whatever its case. */
  readonly search?: string | undefined
  /** Whose limits hold now. */
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
   * The changes and their entries, or neither; who is suspended is signed out everywhere in the same step.
   * With `keepsOperator` the only operator stays one: then nothing changes, and it answers so.
   */
  change(
    id: string,
    changes: UserChanges,
    entries: readonly NewAuditEntry[],
    options: { readonly keepsOperator: boolean },
  ): Promise<'changed' | 'last-operator'>
  /** False when the username or the address is taken. */
  insertOperator(account: NewAccount, entries: readonly NewAuditEntry[]): Promise<boolean>
}
