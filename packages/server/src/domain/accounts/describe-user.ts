/** What is told about an account to whoever is signed in to it. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountRecord } from '../../ports/account-store.ts'

export function describeUser(account: AccountRecord, usage: User['usage']): User {
  return {
    username: account.username,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    createdAt: account.createdAt.toISOString(),
    subscriptionPlan: account.chosenPlan,
    subscription: {
      plan: account.chosenPlan,
      expiryDate: account.planExpiresAt?.toISOString() ?? null,
    },
    usage,
  }
}
