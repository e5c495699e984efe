/** Renews the fresh proof of a session: with a code if two-step sign-in is on, otherwise with the password. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountDeps } from './account-deps.ts'
import type { SignInOrigin } from './known-devices.ts'
import { provePassword } from './prove-password.ts'
import type { SignedIn } from './sessions.ts'
import { proveByCode } from './two-step.ts'

export async function renewProof(
  deps: AccountDeps,
  { account, session }: SignedIn,
  { password, code }: { readonly password?: string | undefined; readonly code?: string | undefined },
  from: SignInOrigin,
): Promise<void> {
  if (account.twoStepOnAt !== null && code !== undefined) await proveByCode(deps, account, code, from)
  else if (account.twoStepOnAt === null && password !== undefined)
    await provePassword(deps, account, password)
  else throw new AppError('proof-needed')
  await deps.sessions.renewProof(session.id, new Date())
}
