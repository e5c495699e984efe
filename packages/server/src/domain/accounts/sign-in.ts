/** Signing in with a password and a code, and renewing the proof of identity. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../database/account-store.ts'
import type { AccountDeps } from './accounts.ts'
import { isProvedByConfirming, provePassword } from './fresh-proof.ts'
import { reserveSignIn } from './limit-attempts.ts'
import { hashToken, makeToken } from './make-token.ts'
import { findKnownDevice, type SignedIn, type SignInOrigin } from './sessions.ts'
import { proveByCode } from './two-step.ts'

/** Validity of the second step. */
const codeMinutes = 10

export interface PasswordSignIn {
  readonly login: string
  readonly password: string
  readonly from: SignInOrigin
}

export async function checkPassword(deps: AccountDeps, request: PasswordSignIn): Promise<AccountRecord> {
  const { login, from } = request
  const account = await deps.accounts.findByLogin(login)
  const device = await findKnownDevice(deps, from.deviceToken, account?.id)
  const reserved = await reserveSignIn(deps, { login, network: from.network, device })
  const passwordHash = account?.passwordHash ?? null
  const isCorrect = await deps.passwords.verify(request.password, passwordHash)
  if (!isCorrect || !account || passwordHash === null) throw new AppError('wrong-credentials')
  await deps.attempts.release(reserved)
  if (deps.passwords.isOutdated(passwordHash)) {
    await deps.accounts.rehashPassword(account.id, await deps.passwords.hash(request.password))
  }
  return account
}

/**
 * Reported only after the password is verified, so that it does not reveal whether the account exists (user
 * enumeration).
 */
export function refuseSuspended({ suspendedAt }: AccountRecord): void {
  if (suspendedAt !== null) throw new AppError('account-suspended')
}

/** Issues the token for the second step after the password; undefined if no code is required. */
export async function issueCodeToken(
  deps: AccountDeps,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<string | undefined> {
  refuseSuspended(account)
  if (account.twoStepOnAt === null) return undefined
  const { token, tokenHash } = makeToken()
  // Does not replace earlier tokens: an attacker who knows the password must not be able to cancel the owner's second
  // step.
  const code = {
    tokenHash,
    accountId: account.id,
    purpose: 'sign-in-code',
    detail: isRemembered ? 'remembered' : null,
    expiresAt: new Date(deps.now().getTime() + codeMinutes * 60_000),
  } as const
  await deps.tokens.add(code, account)
  return token
}

export async function checkCode(
  deps: AccountDeps,
  token: string,
  code: string,
  from: SignInOrigin,
): Promise<{ account: AccountRecord; isRemembered: boolean }> {
  const tokenHash = hashToken(token)
  const waiting = await deps.tokens.find(tokenHash, 'sign-in-code', deps.now())
  const account = waiting && (await deps.accounts.find(waiting.accountId))
  if (!account) throw new AppError('sign-in-expired')
  refuseSuspended(account)
  await proveByCode(deps, account, code, from)
  if (!(await deps.tokens.take(tokenHash, 'sign-in-code', deps.now()))) throw new AppError('sign-in-expired')
  return { account, isRemembered: waiting.detail !== null }
}

/**
 * Renews the fresh proof of a session: with a code if two-step sign-in is on, otherwise with the password. Users of a
 * proxy who have neither confirm: the proxy has identified them in this very request.
 */
export async function renewProof(
  deps: AccountDeps,
  signedIn: SignedIn,
  { password, code }: { readonly password?: string | undefined; readonly code?: string | undefined },
  from: SignInOrigin,
): Promise<void> {
  const { account, session } = signedIn
  if (account.twoStepOnAt !== null && code !== undefined) await proveByCode(deps, account, code, from)
  else if (account.twoStepOnAt === null && password !== undefined)
    await provePassword(deps, account, password)
  else if (!isProvedByConfirming(signedIn)) throw new AppError('proof-needed')
  await deps.sessions.renewProof(session.id, deps.now())
}
