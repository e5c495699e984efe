/** Fresh proof ("sudo mode"): dangerous calls need a session whose user proved who they are within the last minutes. */
import { AppError } from '@filesmith/contract/errors'
import type { SessionRecord } from '../../ports/session-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { provePassword } from './prove-password.ts'
import type { SignedIn } from './sessions.ts'

const freshMs = 10 * 60 * 1000

export function requireFreshSession({ provedAt }: SessionRecord, now = new Date()): void {
  if (provedAt === null || now.getTime() - provedAt.getTime() >= freshMs) throw new AppError('proof-needed')
}

/**
 * For calls whose body may carry the password. With two-step sign-in on, the password alone does not count:
 * otherwise it would be enough to turn the second factor off.
 */
export async function requireProof(
  deps: AccountDeps,
  { account, session }: SignedIn,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await provePassword(deps, account, password)
  if (password === undefined || account.twoStepOnAt !== null) requireFreshSession(session)
  else await deps.sessions.renewProof(session.id, new Date())
}
