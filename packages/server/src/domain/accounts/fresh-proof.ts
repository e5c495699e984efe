/** Proof of identity for sensitive changes: the password, or a sign-in a short time ago. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../database/account-store.ts'
import type { SessionRecord } from '../../database/session-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AccountDeps } from './accounts.ts'
import { limitProofAttempts, resetProofAttempts } from './limit-attempts.ts'
import type { SignedIn } from './sessions.ts'

const freshMs = 10 * 60 * 1000

/** Fresh proof ("sudo mode"): sensitive calls require that the user proved their identity within the last minutes. */
export function requireFreshSession({ now }: Clock, { provedAt }: SessionRecord): void {
  if (provedAt === null || now().getTime() - provedAt.getTime() >= freshMs) throw new AppError('proof-needed')
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
  if (password === undefined || account.twoStepOnAt !== null) requireFreshSession(deps, session)
  else await deps.sessions.renewProof(session.id, deps.now())
}

/** Asks a signed-in user for the password again before a sensitive action. */
export async function provePassword(
  deps: AccountDeps,
  account: AccountRecord,
  password: string,
): Promise<void> {
  if (account.passwordHash === null) throw new AppError('no-password')
  await limitProofAttempts(deps, account.id)
  if (!(await deps.passwords.verify(password, account.passwordHash))) throw new AppError('wrong-password')
  await resetProofAttempts(deps, account.id)
}

/** Whether a click is enough to renew the proof of identity: the account has nothing else to prove itself with. */
export function isProvedByConfirming({ account, isByProxy = false }: SignedIn): boolean {
  return isByProxy && account.passwordHash === null && account.twoStepOnAt === null
}
