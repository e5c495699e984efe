/** What is told about an account to whoever is signed in to it. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountRecord } from '../../ports/account-store.ts'

export function describeUser(account: AccountRecord, usage: User['usage'], now = new Date()): User {
  return {
    username: account.username,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    createdAt: account.createdAt.toISOString(),
    subscriptionPlan: account.chosenPlan,
    subscription: {
      plan: account.chosenPlan,
      expiryDate: dateThatMatters(account, now)?.toISOString() ?? null,
      ...(account.planStatus && { status: account.planStatus }),
    },
    usage,
  }
}

/** In days of grace it is their end: until then nothing has expired. */
function dateThatMatters({ planPaidUntil, planExpiresAt }: AccountRecord, now: Date): Date | null {
  if (planPaidUntil === null || planExpiresAt === null) return planExpiresAt
  return planPaidUntil <= now && now < planExpiresAt ? planExpiresAt : planPaidUntil
}
