/** Changing the password, email address or username, with proof of identity and notices by mail. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { isGuessable } from '@filesmith/contract/password-strength'
import type { AccountRecord } from '../../database/account-store.ts'
import type { TokenPurpose } from '../../database/schema.ts'
import type { CredentialKind, RevokedCredentials } from '../../ports/credentials.ts'
import { credentialKinds } from '../../ports/credentials.ts'
import type { MailNotice } from '../../ports/mail.ts'
import type { AccountDeps } from './accounts.ts'
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
  if (!account || !found.detail) throw await unusableLink(deps, link.tokenHash)
  const email = found.detail
  if (signedIn?.account.id !== account.id)
    return { isConfirmed: false, canSetPassword: isFirstVerification(account, email) }
  const revoked = revokedByVerification(account, signedIn.session.id)
  const revokedKinds = await deps.accounts.redeemLink(link, { accountId: account.id, email, revoked }, now)
  if (!revokedKinds) throw await unusableLink(deps, link.tokenHash)
  const { username } = account
  if (email !== account.email)
    await deps.mails.add({ kind: 'notice', notice: 'email-changed', email: account.email, username })
  const items = revokedKinds.flatMap(kind => removedLabels[kind] ?? [])
  if (items.length > 0)
    await deps.mails.add({ kind: 'notice', notice: 'credentials-removed', email, username, items })
  return { isConfirmed: true }
}

/** A caller with the token has read the mailbox, so that saying it was used reveals nothing. */
async function unusableLink({ tokens, now }: AccountDeps, tokenHash: string): Promise<AppError> {
  return new AppError((await tokens.find(tokenHash, 'verified-email', now())) ? 'link-used' : 'link-invalid')
}

function isFirstVerification(account: AccountRecord, email: string | null): boolean {
  return account.emailVerifiedAt === null && account.email === email
}

function revokedByVerification({ emailVerifiedAt }: AccountRecord, sessionId: string): RevokedCredentials {
  return emailVerifiedAt === null ? revokedByOwnFirstVerification(sessionId) : revokedByEmailChange(sessionId)
}

interface CredentialRules {
  /** A table with an `account_id`, or columns of `users`. */
  readonly storedIn: { readonly table: string } | { readonly userColumns: readonly string[] }
  /** Every way to add one to an existing account. */
  readonly adding:
    | {
        /** `METHOD path`: each requires a verified address, and fresh proof or an API key that was created with it. */
        readonly routes: readonly string[]
        /** Mailed to the owner each time. */
        readonly notice: MailNotice
      }
    /** Why these rules do not apply. */
    | { readonly exempt: string }
  readonly onPasswordReset: 'ended' | 'kept'
  readonly reason: string
}

export const credentialRules: Readonly<Record<CredentialKind, CredentialRules>> = {
  password: {
    storedIn: { userColumns: ['password_hash'] },
    adding: { exempt: 'Only replaced: with the current password, or with an emailed link.' },
    onPasswordReset: 'ended',
    reason: 'Replaced by the new one.',
  },
  session: {
    storedIn: { table: 'sessions' },
    adding: { exempt: 'Signing in is the proof itself.' },
    onPasswordReset: 'ended',
    reason: 'May belong to an attacker who knew the old password.',
  },
  'known-device': {
    storedIn: { table: 'known_devices' },
    adding: {
      exempt: 'Grants no access: it only counts attempts on this device separately. Set by signing in.',
    },
    onPasswordReset: 'ended',
    reason: 'May have been set by signing in with the old password.',
  },
  link: {
    storedIn: { table: 'account_tokens' },
    adding: { exempt: 'The mail with the link is the notice, and opening it verifies the address.' },
    onPasswordReset: 'ended',
    reason: 'May have been requested by an attacker who knew the old password.',
  },
  identity: {
    storedIn: { table: 'identities' },
    adding: { routes: [`POST ${apiPaths.connection(':provider')}`], notice: 'identity-connected' },
    onPasswordReset: 'kept',
    reason:
      'Owners who sign in with a provider would lose access; the mail about the reset lists connected identities.',
  },
  'api-key': {
    storedIn: { table: 'api_keys' },
    adding: { routes: [`POST ${apiPaths.apiKeys}`], notice: 'api-key-created' },
    onPasswordReset: 'ended',
    reason: 'A key created by an attacker would survive the reset unnoticed.',
  },
  webhook: {
    storedIn: { table: 'webhook_endpoints' },
    adding: { routes: [`POST ${apiPaths.v1Webhooks}`], notice: 'webhook-created' },
    onPasswordReset: 'ended',
    reason: 'Created with an API key, and useless without one.',
  },
  'two-step': {
    storedIn: { userColumns: ['two_step_secret', 'two_step_on_at'] },
    adding: {
      routes: [`POST ${apiPaths.twoStep}`, `POST ${apiPaths.twoStepConfirm}`],
      notice: 'two-step-on',
    },
    onPasswordReset: 'kept',
    reason: 'Otherwise access to the mailbox alone would disable the second factor.',
  },
  'recovery-code': {
    storedIn: { table: 'recovery_codes' },
    adding: { routes: [`POST ${apiPaths.recoveryCodes}`], notice: 'recovery-codes-renewed' },
    onPasswordReset: 'kept',
    reason: 'Part of the second factor.',
  },
}

/** Locks out an attacker who knew the old password. API keys stay: the owner has just proved the old password. */
function revokedByPasswordChange(keptSessionId: string): RevokedCredentials {
  return { kinds: ['session', 'known-device', 'link'], keptSessionId }
}

const revokedByPasswordReset: RevokedCredentials = {
  kinds: credentialKinds.filter(kind => credentialRules[kind].onPasswordReset === 'ended'),
  keptSessionId: null,
}

/**
 * The address was never verified, so every credential may belong to another person who registered with it
 * (pre-hijacking).
 */
const revokedByFirstVerification: RevokedCredentials = { kinds: credentialKinds, keptSessionId: null }

/** The same for a user who is signed in when verifying: the password and this session are theirs. */
function revokedByOwnFirstVerification(sessionId: string): RevokedCredentials {
  return { kinds: credentialKinds.filter(kind => kind !== 'password'), keptSessionId: sessionId }
}

/** Links sent to the old address must not work any more. */
function revokedByEmailChange(sessionId: string): RevokedCredentials {
  return { kinds: ['link'], keptSessionId: sessionId }
}
