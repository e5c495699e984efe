/** Pages of accounts for operators. */
import { AppError } from '@filesmith/contract/errors'
import type { AdminUser, AdminUserPage } from '@filesmith/contract/schemas/admin'
import type { ListedUser, UserFilter } from '../../ports/user-directory.ts'
import { currentPlan, paidPlan } from '../accounts/current-plan.ts'
import type { AdminDeps } from './admin-deps.ts'
import { cutPage, pageBefore } from './list-page.ts'

export async function listUsers(
  deps: Pick<AdminDeps, 'directory'>,
  filter: UserFilter,
  before: string | undefined,
  now = new Date(),
): Promise<AdminUserPage> {
  const [found, total] = await Promise.all([
    deps.directory.list(filter, pageBefore(before, true), now),
    deps.directory.count(filter, now),
  ])
  const { shown, next } = cutPage(found, ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }))
  return { users: shown.map(user => describeListedUser(user, now)), total, next }
}

export async function findUser(deps: Pick<AdminDeps, 'directory'>, id: string): Promise<ListedUser> {
  const user = await deps.directory.find(id, new Date())
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
    plan: currentPlan(user, now),
    paidPlan: paidPlan(user, now),
    grantedPlan: user.grantedPlan,
    grantedUntil: user.grantedUntil?.toISOString() ?? null,
    isOperator: user.operatorSince !== null,
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    conversionsThisMonth: user.conversionsThisMonth,
    storedBytes: user.storedBytes,
  }
}
