/** Gives somebody a plan or the rights of an operator, or keeps them out; each change is in the audit log with it. */
import { AppError } from '@filesmith/contract/errors'
import type { UserChange } from '@filesmith/contract/schemas/admin'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { Actor, NewAuditEntry } from '../../ports/audit-log.ts'
import type { UserChanges } from '../../ports/user-directory.ts'
import type { AdminDeps } from './admin-deps.ts'

export type WantedChange = Omit<UserChange, 'password'>

interface Change {
  readonly changes: UserChanges
  readonly entries: readonly NewAuditEntry[]
}

const noChange: Change = { changes: {}, entries: [] }

/** `keepsOperator` is left out on the command line alone, where another operator can always be made. */
export async function changeUser(
  deps: Pick<AdminDeps, 'directory'>,
  actor: Actor,
  account: AccountRecord,
  wanted: WantedChange,
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
  const takesRights = changes.operatorSince === null || Boolean(changes.suspendedAt)
  const outcome = await deps.directory.change(account.id, changes, entries, {
    keepsOperator: keepsOperator && takesRights,
  })
  if (outcome === 'last-operator') throw new AppError('last-operator')
}

function changeGrant(actor: Actor, account: AccountRecord, wanted: WantedChange, now: Date): Change {
  if (wanted.grantedPlan === undefined && wanted.grantedUntil === undefined) return noChange
  // What everybody has need not be given.
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

/** Of a date that was not sent, the one that stands. */
function dateOf(sent: string | null | undefined, standing: Date | null): Date | null {
  if (sent === undefined) return standing
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
