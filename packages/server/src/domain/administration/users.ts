/** Administration of users and operators. */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import { namedPlan } from '@filesmith/contract/plans'
import type { AdminUser, AdminUserPage, UserChange } from '@filesmith/contract/schemas/admin'
import type { PasswordHasher } from '../../adapters/argon2/argon2-password-hasher.ts'
import type { AccountRecord, AccountStore, NewAccount } from '../../database/account-store.ts'
import type { Actor, NewAuditEntry } from '../../database/audit-log.ts'
import type { ListedUser, UserChanges, UserDirectory, UserFilter } from '../../database/user-directory.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { currentPlan, isOperator, newAccountId, paidPlan } from '../accounts/accounts.ts'
import { type AdminDeps, cutPage, pageBefore } from './list-page.ts'

export async function listUsers(
  deps: Pick<AdminDeps, 'directory' | 'now'>,
  filter: UserFilter,
  before: string | undefined,
): Promise<AdminUserPage> {
  const now = deps.now()
  const [found, total] = await Promise.all([
    deps.directory.list(filter, pageBefore(before, true), now),
    deps.directory.count(filter, now),
  ])
  const { shown, next } = cutPage(found, ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }))
  return { users: shown.map(user => describeListedUser(user, now)), total, next }
}

export async function findUser(deps: Pick<AdminDeps, 'directory' | 'now'>, id: string): Promise<ListedUser> {
  const user = await deps.directory.find(id, deps.now())
  if (!user) throw new AppError('account-not-found')
  return user
}

export function describeListedUser(user: ListedUser, now: Date): AdminUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    isEmailVerified: user.emailVerifiedAt !== null,
    hasTwoStep: user.twoStepOnAt !== null,
    ...describePlans(user, now),
    isOperator: isOperator(user),
    isOperatorByGroup: user.operatorSince === null && user.groupOperatorSince !== null,
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    conversionsThisMonth: user.conversionsThisMonth,
    storedBytes: user.storedBytes,
  }
}

/** Nothing in a private instance. */
function describePlans(user: AccountRecord, now: Date): Partial<AdminUser> {
  const plan = namedPlan(currentPlan(user, now))
  if (plan === undefined) return {}
  const { grantedPlan, grantedUntil, groupPlan } = user
  return {
    plan,
    paidPlan: paidPlan(user, now),
    grantedPlan,
    grantedUntil: grantedUntil?.toISOString() ?? null,
    groupPlan,
  }
}

export type RequestedUserChange = Omit<UserChange, 'password'>

interface Change {
  readonly changes: UserChanges
  readonly entries: readonly NewAuditEntry[]
}

const noChange: Change = { changes: {}, entries: [] }

/** `keepsOperator` is false only on the command line, where another operator can always be created. */
export async function changeUser(
  deps: Pick<AdminDeps, 'directory' | 'now'>,
  actor: Actor,
  account: AccountRecord,
  wanted: RequestedUserChange,
  { keepsOperator = true } = {},
): Promise<void> {
  const now = deps.now()
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
  if (account.instancePlan !== undefined) throw new AppError('no-plans')
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
  { operatorSince, groupOperatorSince, username: target }: AccountRecord,
  wanted: boolean | undefined,
  now: Date,
): Change {
  // Would take effect only until the next sign-in.
  if (wanted === false && groupOperatorSince !== null) throw new AppError('operator-by-group')
  if (wanted === undefined || wanted === (operatorSince !== null)) return noChange
  return {
    changes: { operatorSince: wanted ? now : null },
    entries: [{ actor, action: wanted ? 'operator-made' : 'operator-revoked', target }],
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

interface CreateAccountDeps extends Clock {
  readonly passwords: Pick<PasswordHasher, 'hash'>
  readonly mails: Pick<MailQueue, 'add'>
}

interface AccountDetails {
  readonly username: string
  readonly email: string
  readonly password: string
}

/**
 * Creates an operator account. Used from the command line, where the first operator is created without authorization.
 */
export async function createOperator(
  deps: CreateAccountDeps & { readonly directory: UserDirectory },
  actor: Actor,
  details: AccountDetails,
): Promise<void> {
  const target = details.username
  await createFrom(deps, details, account =>
    deps.directory.insertOperator(account, [
      { actor, action: 'account-created', target },
      { actor, action: 'operator-made', target },
    ]),
  )
}

/** Creates an account without operator rights, regardless of SIGN_UP. */
export async function createAccount(
  deps: CreateAccountDeps & { readonly accounts: Pick<AccountStore, 'insert'> },
  actor: Actor,
  details: AccountDetails,
): Promise<void> {
  const entry = { actor, action: 'account-created', target: details.username } as const
  await createFrom(deps, details, account => deps.accounts.insert(account, { entry }))
}

async function createFrom(
  deps: CreateAccountDeps,
  { username, email, password }: AccountDetails,
  insert: (account: NewAccount) => Promise<boolean>,
): Promise<void> {
  if (isGuessable(password, { username, email })) throw new AppError('password-guessable')
  const id = newAccountId()
  const isNew = await insert({
    id,
    username,
    email,
    // Unverified: with a mistyped address, its real owner could otherwise sign in with an identity provider.
    emailVerifiedAt: null,
    passwordHash: await deps.passwords.hash(password),
    createdAt: deps.now(),
  })
  if (!isNew) throw new AppError('account-exists')
  await deps.mails.add({ kind: 'verify-email', accountId: id, email, credentialVersion: 0 })
}

/**
 * Granting operator rights requires the password, if the operator has one: a fresh session alone (session theft) is
 * not enough.
 */
export function requirePasswordForOperator(
  operator: AccountRecord,
  target: AccountRecord,
  { isOperator: wanted, password }: UserChange,
): void {
  const isMade = wanted === true && target.operatorSince === null
  if (isMade && operator.passwordHash !== null && password === undefined) throw new AppError('proof-needed')
}
