/** Fresh proof ("sudo mode"): sensitive calls require that the user proved their identity within the last minutes. */
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
 * For calls whose body may contain the password. With two-step sign-in, the password alone is not accepted:
 * otherwise it would suffice to disable the second factor.
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
