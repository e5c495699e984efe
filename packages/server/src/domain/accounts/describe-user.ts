/** API representation of the signed-in account. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountRecord } from '../../ports/account-store.ts'
import { grantInForce } from './current-plan.ts'

export function describeUser(account: AccountRecord, usage: User['usage'], now = new Date()): User {
  const subscription = describePlan(account, now)
  return {
    username: account.username,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    createdAt: account.createdAt.toISOString(),
    subscriptionPlan: subscription.plan,
    subscription,
    usage,
    ...(account.operatorSince && { isOperator: true }),
  }
}

function describePlan(account: AccountRecord, now: Date): NonNullable<User['subscription']> {
  const granted = grantInForce(account, now)
  if (granted)
    return { plan: granted, expiryDate: account.grantedUntil?.toISOString() ?? null, isGranted: true }
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
