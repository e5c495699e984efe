/** A new password, by knowing the old one or by a link that only the owner of the address got. */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { limitMails } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import { provePassword } from './prove-password.ts'
import type { SignedIn } from './sessions.ts'

/** The session that asks goes on; every other one ends. */
export async function changePassword(
  deps: AccountDeps,
  { account, session }: SignedIn,
  request: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  await provePassword(deps, account, request.currentPassword)
  await setPassword(deps, account, request.newPassword, session.id)
}

/** Takes equally long and answers alike, whether or not anybody has this address. */
export async function requestPasswordReset(
  deps: AccountDeps,
  request: { readonly email: string; readonly network: string },
): Promise<void> {
  await limitMails(deps, request.email, request.network)
  await deps.mails.add({ kind: 'reset-password', email: request.email })
}

export async function resetPassword(
  deps: AccountDeps,
  request: { readonly token: string; readonly password: string },
): Promise<AccountRecord> {
  const tokenHash = hashToken(request.token)
  const link = await deps.tokens.find(tokenHash, 'reset-password', new Date())
  const account = link && (await deps.accounts.find(link.accountId))
  if (!account) throw new AppError('link-invalid')
  // A refused password leaves the link as it is, for another try.
  checkStrength(account, request.password)
  if (!(await deps.tokens.take(tokenHash, 'reset-password', new Date()))) throw new AppError('link-invalid')
  await setPassword(deps, account, request.password, null)
  // The link arrived, so the address is right.
  if (account.emailVerifiedAt === null) await deps.accounts.confirmEmail(account.id, account.email)
  return account
}

function checkStrength(account: AccountRecord, password: string): void {
  if (isGuessable(password, account)) throw new AppError('password-guessable')
}

async function setPassword(
  deps: AccountDeps,
  account: AccountRecord,
  password: string,
  keptSessionId: string | null,
): Promise<void> {
  checkStrength(account, password)
  await deps.accounts.setPassword(account.id, await deps.passwords.hash(password), keptSessionId)
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice: 'password-changed', email, username })
}
