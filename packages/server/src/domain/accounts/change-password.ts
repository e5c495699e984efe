/** Changes the password with the current one, or resets it with an emailed link. */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { TokenPurpose } from '../../ports/token-store.ts'
import type { AccountDeps } from './account-deps.ts'
import { isFirstVerification } from './change-identity.ts'
import { revokedByFirstVerification, revokedByPasswordChange, revokedByPasswordReset } from './credentials.ts'
import { requireProof } from './fresh-proof.ts'
import { limitMails } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import { type OrganizationDeps, providerLabel } from './organization-rules.ts'
import type { SignedIn } from './sessions.ts'

/** The current session stays; all other sessions end. */
export async function changePassword(
  deps: AccountDeps,
  signedIn: SignedIn,
  request: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const { account, session } = signedIn
  await requireProof(deps, signedIn, request.currentPassword)
  checkStrength(account, request.newPassword)
  const passwordHash = await deps.passwords.hash(request.newPassword)
  await deps.accounts.setPassword(account.id, passwordHash, revokedByPasswordChange(session.id))
  const { email, username } = account
  await deps.mails.add({ kind: 'notice', notice: 'password-changed', email, username })
}

/** Same duration and response whether or not an account has this address (user enumeration). */
export async function requestPasswordReset(
  deps: AccountDeps,
  request: { readonly email: string; readonly network: string },
): Promise<void> {
  await limitMails(deps, request.email, request.network)
  await deps.mails.add({ kind: 'reset-password', email: request.email })
}

export async function resetPassword(
  deps: AccountDeps & OrganizationDeps,
  request: { readonly token: string; readonly password: string },
): Promise<AccountRecord> {
  const found = await findResetLink(deps, hashToken(request.token))
  if (!found) throw new AppError('link-invalid')
  const { account, ...link } = found
  // A refused password does not consume the link.
  checkStrength(account, request.password)
  const { id: accountId, email, username } = account
  const passwordHash = await deps.passwords.hash(request.password)
  const revoked = account.emailVerifiedAt === null ? revokedByFirstVerification : revokedByPasswordReset
  if (!(await deps.accounts.redeemLink(link, { accountId, email, passwordHash, revoked }, new Date())))
    throw new AppError('link-invalid')
  const items = (await deps.accounts.listIdentities(accountId)).map(
    ({ provider, label }) => `${providerLabel(deps, provider)}: ${label}`,
  )
  await deps.mails.add({ kind: 'notice', notice: 'password-reset', email, username, items })
  return account
}

/** A new account's verification link may also set its password: it was sent to the same mailbox. */
async function findResetLink(
  deps: AccountDeps,
  tokenHash: string,
): Promise<{ tokenHash: string; purpose: TokenPurpose; account: AccountRecord } | undefined> {
  for (const purpose of ['reset-password', 'verify-email'] as const) {
    const link = await deps.tokens.find(tokenHash, purpose, new Date())
    const account = link && (await deps.accounts.find(link.accountId))
    if (account && (purpose === 'reset-password' || isFirstVerification(account, link.detail ?? '')))
      return { tokenHash, purpose, account }
  }
  return undefined
}

function checkStrength(account: AccountRecord, password: string): void {
  if (isGuessable(password, account)) throw new AppError('password-guessable')
}
