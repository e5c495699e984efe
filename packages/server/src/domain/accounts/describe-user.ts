/** What is told about an account to whoever is signed in to it. */
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
    expiryDate: dateThatMatters(account, now)?.toISOString() ?? null,
    ...(account.planStatus && { status: account.planStatus }),
  }
}

/** In days of grace it is their end: until then nothing has expired. */
function dateThatMatters({ planPaidUntil, planExpiresAt }: AccountRecord, now: Date): Date | null {
  if (planPaidUntil === null || planExpiresAt === null) return planExpiresAt
  return planPaidUntil <= now && now < planExpiresAt ? planExpiresAt : planPaidUntil
}
