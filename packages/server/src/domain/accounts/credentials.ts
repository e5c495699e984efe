/**
 * Rules for every kind of credential that grants access to an account or sends its data elsewhere. All of them are revoked
 * by the first verification of the address; `tests/integration/credentials.test.ts` checks list, database and routes.
 */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type CredentialKind, credentialKinds, type RevokedCredentials } from '../../ports/credentials.ts'
import type { MailNotice } from '../../ports/mail.ts'

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
export function revokedByPasswordChange(keptSessionId: string): RevokedCredentials {
  return { kinds: ['session', 'known-device', 'link'], keptSessionId }
}

export const revokedByPasswordReset: RevokedCredentials = {
  kinds: credentialKinds.filter(kind => credentialRules[kind].onPasswordReset === 'ended'),
  keptSessionId: null,
}

/**
 * The address was never verified, so every credential may belong to another person who registered with it
 * (pre-hijacking).
 */
export const revokedByFirstVerification: RevokedCredentials = { kinds: credentialKinds, keptSessionId: null }

/** The same for a user who is signed in when verifying: the password and this session are theirs. */
export function revokedByOwnFirstVerification(sessionId: string): RevokedCredentials {
  return { kinds: credentialKinds.filter(kind => kind !== 'password'), keptSessionId: sessionId }
}

/** Links sent to the old address must not work any more. */
export function revokedByEmailChange(sessionId: string): RevokedCredentials {
  return { kinds: ['link'], keptSessionId: sessionId }
}
