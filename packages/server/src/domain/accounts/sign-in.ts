/** Signs in by username or address: first the password, then, for those who want it, a code. */
import { AppError } from '@filesmith/contract/errors'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { findKnownDevice, type SignInOrigin } from './known-devices.ts'
import { reserveSignIn } from './limit-attempts.ts'
import { hashToken, makeToken } from './make-token.ts'
import { proveByCode } from './two-step.ts'

/** Time to find the phone. */
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
  const isRight = await deps.passwords.verify(request.password, passwordHash)
  if (!isRight || !account || passwordHash === null) throw new AppError('wrong-credentials')
  await deps.attempts.release(reserved)
  if (deps.passwords.isOutdated(passwordHash)) {
    await deps.accounts.rehashPassword(account.id, await deps.passwords.hash(request.password))
  }
  return account
}

/** Told only to who has proven to be its owner: to everybody else an account is there or not. */
function refuseSuspended({ suspendedAt }: AccountRecord): void {
  if (suspendedAt !== null) throw new AppError('account-suspended')
}

/** For whoever has given the password but not the code yet; undefined when no code is needed. */
export async function askForCode(
  deps: AccountDeps,
  account: AccountRecord,
  isRemembered: boolean,
): Promise<string | undefined> {
  refuseSuspended(account)
  if (account.twoStepOnAt === null) return undefined
  const { token, tokenHash } = makeToken()
  // Beside earlier ones: a caller who knows the password must not be able to end the owner's own second step.
  const code = {
    tokenHash,
    accountId: account.id,
    purpose: 'sign-in-code',
    detail: isRemembered ? 'remembered' : null,
    expiresAt: new Date(Date.now() + codeMinutes * 60_000),
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
  const waiting = await deps.tokens.find(tokenHash, 'sign-in-code', new Date())
  const account = waiting && (await deps.accounts.find(waiting.accountId))
  if (!account) throw new AppError('sign-in-expired')
  refuseSuspended(account)
  await proveByCode(deps, account, code, from)
  if (!(await deps.tokens.take(tokenHash, 'sign-in-code', new Date()))) throw new AppError('sign-in-expired')
  return { account, isRemembered: waiting.detail !== null }
}
