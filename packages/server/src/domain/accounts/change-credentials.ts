/** Changing the password, email address or username, with proof of identity and notices by mail. */
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { AccountRecord } from '../../database/account-store.ts'
import type { TokenPurpose } from '../../database/schema.ts'
import type { CredentialKind, RevokedCredentials } from '../../ports/credentials.ts'
import type { AccountDeps } from './accounts.ts'
import {
  revokedByEmailChange,
  revokedByFirstVerification,
  revokedByOwnFirstVerification,
  revokedByPasswordChange,
  revokedByPasswordReset,
} from './credentials.ts'
import { requireProof } from './fresh-proof.ts'
import { limitMails } from './limit-attempts.ts'
import { hashToken } from './make-token.ts'
import type { SignedIn } from './sessions.ts'
import { type OrganizationDeps, providerLabel } from './sign-in-with.ts'

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
  if (!(await deps.accounts.redeemLink(link, { accountId, email, passwordHash, revoked }, deps.now())))
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
    const link = await deps.tokens.find(tokenHash, purpose, deps.now())
    const account = link && (await deps.accounts.find(link.accountId))
    if (account && (purpose === 'reset-password' || isFirstVerification(account, link.detail)))
      return { tokenHash, purpose, account }
  }
  return undefined
}

function checkStrength(account: AccountRecord, password: string): void {
  if (isGuessable(password, account)) throw new AppError('password-guessable')
}

export async function changeUsername(
  deps: AccountDeps,
  signedIn: SignedIn,
  request: { readonly username: string; readonly password?: string | undefined },
): Promise<AccountRecord> {
  const { account } = signedIn
  await requireProof(deps, signedIn, request.password)
  if (!(await deps.accounts.changeUsername(account.id, request.username)))
    throw new AppError('username-taken')
  return { ...account, username: request.username }
}

export async function requestEmailChange(
  deps: AccountDeps,
  signedIn: SignedIn,
  request: { readonly email: string; readonly password?: string | undefined; readonly network: string },
): Promise<void> {
  await requireProof(deps, signedIn, request.password)
  await limitMails(deps, request.email, request.network)
  const { id: accountId, credentialVersion } = signedIn.account
  const owner = await deps.accounts.findByEmail(request.email)
  // Same response if the address belongs to another account, so that it does not reveal the account (user enumeration).
  if (owner && owner.id !== accountId) return
  await deps.mails.add({ kind: 'verify-email', accountId, email: request.email, credentialVersion })
}

export async function requestEmailLink(
  deps: AccountDeps,
  { id: accountId, email, emailVerifiedAt, credentialVersion }: AccountRecord,
  network: string,
): Promise<void> {
  await limitMails(deps, email, network)
  if (emailVerifiedAt === null)
    await deps.mails.add({ kind: 'verify-email', accountId, email, credentialVersion })
}

/** Only accounts of an older version can have these before their address is verified. */
const removedLabels: Readonly<Partial<Record<CredentialKind, string>>> = {
  identity: 'connected sign-ins',
  'api-key': 'API keys',
  webhook: 'webhooks',
  'two-step': 'two-step sign-in and its recovery codes',
}

type Verification =
  | { readonly isConfirmed: true }
  /** The link stays valid. An account that was never verified can also be claimed with a new password. */
  | { readonly isConfirmed: false; readonly canSetPassword: boolean }

/**
 * Opening the link proves ownership of the address, not of the account: another person may have registered the account
 * with this address (pre-hijacking). So the link only works with a session of the account. An address owner without a
 * session sets a new password with the same link, which revokes all earlier credentials.
 */
export async function verifyEmail(
  deps: AccountDeps,
  token: string,
  signedIn: SignedIn | undefined,
): Promise<Verification> {
  const now = deps.now()
  const link = { tokenHash: hashToken(token), purpose: 'verify-email' } as const
  const found = await deps.tokens.find(link.tokenHash, link.purpose, now)
  const account = found && (await deps.accounts.find(found.accountId))
  if (!account || !found.detail) throw new AppError('link-invalid')
  const email = found.detail
  if (signedIn?.account.id !== account.id)
    return { isConfirmed: false, canSetPassword: isFirstVerification(account, email) }
  const revoked = revokedByVerification(account, signedIn.session.id)
  const revokedKinds = await deps.accounts.redeemLink(link, { accountId: account.id, email, revoked }, now)
  if (!revokedKinds) throw new AppError('link-invalid')
  const { username } = account
  if (email !== account.email)
    await deps.mails.add({ kind: 'notice', notice: 'email-changed', email: account.email, username })
  const items = revokedKinds.flatMap(kind => removedLabels[kind] ?? [])
  if (items.length > 0)
    await deps.mails.add({ kind: 'notice', notice: 'credentials-removed', email, username, items })
  return { isConfirmed: true }
}

function isFirstVerification(account: AccountRecord, email: string | null): boolean {
  return account.emailVerifiedAt === null && account.email === email
}

function revokedByVerification({ emailVerifiedAt }: AccountRecord, sessionId: string): RevokedCredentials {
  return emailVerifiedAt === null ? revokedByOwnFirstVerification(sessionId) : revokedByEmailChange(sessionId)
}
