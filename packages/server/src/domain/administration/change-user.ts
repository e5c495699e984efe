/** Grants or withdraws a plan or operator rights, suspends or restores an account; each change is audited. */
import { AppError } from '@filesmith/contract/errors'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Actor, NewAuditEntry } from '../../ports/audit-log.ts'
import type { UserChanges } from '../../ports/user-directory.ts'
import type { AdminDeps } from './admin-deps.ts'

export type RequestedUserChange = Omit<UserChange, 'password'>

interface Change {
  readonly changes: UserChanges
  readonly entries: readonly NewAuditEntry[]
}

const noChange: Change = { changes: {}, entries: [] }

/** `keepsOperator` is false only on the command line, where another operator can always be created. */
export async function changeUser(
  deps: Pick<AdminDeps, 'directory'>,
  actor: Actor,
  account: AccountRecord,
  wanted: RequestedUserChange,
  { keepsOperator = true, now = new Date() } = {},
): Promise<void> {
  const parts = [
    changeGrant(actor, account, wanted, now),
    changeOperator(actor, account, wanted.isOperator, now),
    changeSuspension(actor, account, wanted.isSuspended, now),
  ]
  const entries = parts.flatMap(part => part.entries)
  if (entries.length === 0) return
  const changes: UserChanges = Object.assign({}, ...parts.map(part => part.changes))
  const revokesRights = changes.operatorSince === null || Boolean(changes.suspendedAt)
  const outcome = await deps.directory.change(account.id, changes, entries, {
    keepsOperator: keepsOperator && revokesRights,
  })
  if (outcome === 'last-operator') throw new AppError('last-operator')
}

function changeGrant(actor: Actor, account: AccountRecord, wanted: RequestedUserChange, now: Date): Change {
  if (wanted.grantedPlan === undefined && wanted.grantedUntil === undefined) return noChange
  // Free is the default and needs no grant.
  const asked = wanted.grantedPlan === 'free' ? null : wanted.grantedPlan
  const plan = asked === undefined ? account.grantedPlan : asked
  const target = account.username
  if (plan === null) {
    if (wanted.grantedUntil) throw new AppError('grant-without-plan')
    if (account.grantedPlan === null) return noChange
    return {
      changes: { grantedPlan: null, grantedUntil: null },
      entries: [{ actor, action: 'plan-withdrawn', target, detail: { plan: account.grantedPlan } }],
    }
  }
  const until = dateOf(wanted.grantedUntil, asked === undefined ? account.grantedUntil : null)
  if (until !== null && until <= now) throw new AppError('grant-in-the-past')
  if (plan === account.grantedPlan && until?.getTime() === account.grantedUntil?.getTime()) return noChange
  return {
    changes: { grantedPlan: plan, grantedUntil: until },
    entries: [
      { actor, action: 'plan-granted', target, detail: { plan, until: until?.toISOString() ?? null } },
    ],
  }
}

/** If no date was sent, the current one is kept. */
function dateOf(sent: string | null | undefined, current: Date | null): Date | null {
  if (sent === undefined) return current
  return sent === null ? null : new Date(sent)
}

function changeOperator(
  actor: Actor,
  { operatorSince, username: target }: AccountRecord,
  isOperator: boolean | undefined,
  now: Date,
): Change {
  if (isOperator === undefined || isOperator === (operatorSince !== null)) return noChange
  return {
    changes: { operatorSince: isOperator ? now : null },
    entries: [{ actor, action: isOperator ? 'operator-made' : 'operator-revoked', target }],
  }
}

function changeSuspension(
  actor: Actor,
  { suspendedAt, username: target }: AccountRecord,
  isSuspended: boolean | undefined,
  now: Date,
): Change {
  if (isSuspended === undefined || isSuspended === (suspendedAt !== null)) return noChange
  return {
    changes: { suspendedAt: isSuspended ? now : null },
    entries: [{ actor, action: isSuspended ? 'account-suspended' : 'account-restored', target }],
  }
}
