/** Accounts: registration, their plan, what users see of them, and deletion. */

import { randomInt, randomUUID } from 'node:crypto'
import { isFinished } from '@filesmith/contract/conversion-status'
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import { type OfferedPlanId, type PlanId, planIds } from '@filesmith/contract/plans'
import type { User } from '@filesmith/contract/schemas/account'
import type { PasswordHasher } from '../../adapters/argon2/argon2-password-hasher.ts'
import type { SecretBox } from '../../adapters/node-crypto/aes-secret-box.ts'
import type { AccountRecord, AccountStore } from '../../database/account-store.ts'
import type { AttemptCounter } from '../../database/attempt-counter.ts'
import type { Actor } from '../../database/audit-log.ts'
import type { KnownDeviceStore } from '../../database/known-device-store.ts'
import type { ReceiptStore } from '../../database/receipt-store.ts'
import type { SessionStore } from '../../database/session-store.ts'
import type { TokenStore } from '../../database/token-store.ts'
import type { UserDirectory } from '../../database/user-directory.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { type RemoveConversionDeps, resultPrefix } from '../conversions/conversions.ts'
import type { Owner } from '../owners/owner.ts'
import { removeUpload } from '../uploads/uploads.ts'
import { admitSignUp, type SignUpDeps } from './invitations.ts'
import { type AttemptLimits, limitRegistrations } from './limit-attempts.ts'

export interface AccountDeps extends Clock {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly knownDevices: KnownDeviceStore
  readonly attempts: AttemptCounter
  readonly attemptLimits: AttemptLimits
  readonly passwords: PasswordHasher
  readonly secretBox: SecretBox
  readonly mails: MailQueue
}

interface Registration {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly network: string
  /** Token of the invitation link. */
  readonly invitation?: string | undefined
}

export function newAccountId(): string {
  return `u_${randomUUID()}`
}

/** Creates an account. A taken username is named, since usernames are public; a taken address is not (user enumeration). */
export async function register(
  deps: AccountDeps & SignUpDeps,
  request: Registration,
): Promise<AccountRecord> {
  const { username, email, password } = request
  await limitRegistrations(deps, request.network)
  const invitationHash = await admitSignUp(deps, request.invitation, email)
  if (isGuessable(password, { username, email })) throw new AppError('password-guessable')
  const id = newAccountId()
  const account = {
    id,
    username,
    email,
    emailVerifiedAt: null,
    // Always hash, so that response time does not reveal whether the account exists (user enumeration).
    passwordHash: await deps.passwords.hash(password),
    createdAt: deps.now(),
  }
  const isNew = await deps.accounts.insert(account, { invitationHash })
  if (!isNew) throw await takenError(deps, username)
  const created = await requireAccount(deps, id)
  const { credentialVersion } = created
  await deps.mails.add({ kind: 'verify-email', accountId: id, email, credentialVersion })
  return created
}

async function takenError({ accounts }: AccountDeps, username: string): Promise<AppError> {
  return new AppError((await accounts.isUsernameTaken(username)) ? 'username-taken' : 'account-exists')
}

async function requireAccount(deps: AccountDeps, id: string): Promise<AccountRecord> {
  const account = await deps.accounts.find(id)
  if (!account) throw new AppError('internal')
  return account
}

const maxLength = 24
const maxAttempts = 20

/** Derives a valid, unused username from the name at an identity provider. */
export async function makeUsername(
  name: string,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  const cleaned = name
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '')
    .slice(0, maxLength)
  const base = cleaned.length >= 3 ? cleaned : 'smith'
  if (base === cleaned && !(await isTaken(base))) return base
  for (let index = 0; index < maxAttempts; index++) {
    const username = `${base}${randomInt(10, 99_999)}`
    if (!(await isTaken(username))) return username
  }
  return `${base}${randomInt(100_000, 999_999)}`
}

/** The plan that is paid for, ignoring grants. */
export function paidPlan(account: AccountRecord, now: Date): OfferedPlanId {
  const isOver = account.planExpiresAt !== null && account.planExpiresAt <= now
  return isOver ? 'free' : account.chosenPlan
}

interface PlanGrant {
  readonly plan: OfferedPlanId
  readonly until: Date | null
}

/** The plan given by a group or granted by an operator, if it is higher than the paid one. */
function grantInForce(account: AccountRecord, now: Date): PlanGrant | undefined {
  const { grantedPlan, grantedUntil, groupPlan } = account
  const isOver = grantedUntil !== null && grantedUntil <= now
  const granted = grantedPlan === null || isOver ? undefined : { plan: grantedPlan, until: grantedUntil }
  const byGroup = groupPlan === null ? undefined : { plan: groupPlan, until: null }
  const best = granted && rankOf(granted.plan) > rankOf(byGroup?.plan) ? granted : byGroup
  return best && rankOf(best.plan) > rankOf(paidPlan(account, now)) ? best : undefined
}

function rankOf(plan: OfferedPlanId | undefined): number {
  return plan === undefined ? -1 : planIds.indexOf(plan)
}

export function currentPlan(account: AccountRecord, now: Date): PlanId {
  return account.instancePlan ?? grantInForce(account, now)?.plan ?? paidPlan(account, now)
}

export function isOperator({ operatorSince, groupOperatorSince }: AccountRecord): boolean {
  return operatorSince !== null || groupOperatorSince !== null
}

export function accountOwner(account: AccountRecord, now: Date): Owner {
  return { id: account.id, plan: currentPlan(account, now) }
}

/** API representation of the signed-in account. */
export function describeUser(account: AccountRecord, usage: User['usage'], now: Date): User {
  const subscription = account.instancePlan === undefined ? describePlan(account, now) : undefined
  return {
    username: account.username,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    createdAt: account.createdAt.toISOString(),
    ...(subscription && { subscriptionPlan: subscription.plan, subscription }),
    usage,
    ...(isOperator(account) && { isOperator: true }),
  }
}

function describePlan(account: AccountRecord, now: Date): NonNullable<User['subscription']> {
  const granted = grantInForce(account, now)
  if (granted)
    return { plan: granted.plan, expiryDate: granted.until?.toISOString() ?? null, isGranted: true }
  if (account.chosenPlan === 'free') return { plan: 'free', expiryDate: null }
  return {
    plan: account.chosenPlan,
    expiryDate: displayedExpiry(account, now)?.toISOString() ?? null,
    ...(account.planStatus && { status: account.planStatus }),
  }
}

/** During the grace period, its end: nothing has expired before that. */
function displayedExpiry({ planPaidUntil, planExpiresAt }: AccountRecord, now: Date): Date | null {
  if (planPaidUntil === null || planExpiresAt === null) return planExpiresAt
  return planPaidUntil <= now && now < planExpiresAt ? planExpiresAt : planPaidUntil
}

export type DeleteAccountDeps = AccountDeps &
  RemoveConversionDeps & {
    /** At the payment provider, with its subscription. */
    readonly deletePaymentCustomer: (accountId: string) => Promise<void>
    readonly receipts: ReceiptStore
    readonly directory: UserDirectory
  }

/** After a failure the account still exists and deletion can be retried, so that no data is left without an owner. */
export async function deleteAccount(
  deps: DeleteAccountDeps,
  account: AccountRecord,
  /** The operator who deletes it, unless it is the owner. */
  operator?: Actor,
): Promise<void> {
  await revokeOperator(deps, account, operator)
  for (const conversion of await deps.conversions.listOwned(account.id)) {
    if (!isFinished(conversion.status)) await deps.conversions.cancel(conversion.id)
    await deps.storage.removeAll(resultPrefix(conversion.id))
    await deps.receipts.recordDeletion({ conversionId: conversion.id }, 'account-deleted')
  }
  for (const upload of await deps.uploads.listOwned(account.id))
    await removeUpload(deps, upload, 'account-deleted')
  await deps.deletePaymentCustomer(account.id)
  const entry = operator && { actor: operator, action: 'account-deleted' as const, target: account.username }
  await deps.accounts.remove(account.id, entry)
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice: 'account-deleted', email, username })
}

/**
 * Before any file is deleted, and under a lock: if the last two operators delete themselves concurrently, one
 * remains.
 */
async function revokeOperator(
  { directory }: DeleteAccountDeps,
  { id, username: target, operatorSince }: AccountRecord,
  operator: Actor | undefined,
): Promise<void> {
  if (operatorSince === null) return
  const entry = { actor: operator ?? { id, name: target }, action: 'operator-revoked', target } as const
  const outcome = await directory.change(id, { operatorSince: null }, [entry], { keepsOperator: true })
  if (outcome === 'last-operator') throw new AppError('last-operator')
}
