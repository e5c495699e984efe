/**
 * The one list of what an account can hold that opens it or sends its data elsewhere. Every kind is removed by the first
 * proof of an unconfirmed address; `tests/integration/credentials.test.ts` walks this list, the database and the routes.
 */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type CredentialKind, credentialKinds, type EndedCredentials } from '../../ports/credentials.ts'
import type { MailNotice } from '../../ports/mail.ts'

interface CredentialRules {
  /** A table with an `account_id`, or columns of `users`. */
  readonly storedIn: { readonly table: string } | { readonly userColumns: readonly string[] }
  /** Every way to add one to an existing account. */
  readonly adding:
    | {
        /** `METHOD path`: each needs a confirmed address, and a fresh proof or an API key that was made with one. */
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
    adding: { exempt: 'Only ever replaced: by the present password, or by a link in a mail.' },
    onPasswordReset: 'ended',
    reason: 'Replaced by the new one.',
  },
  session: {
    storedIn: { table: 'sessions' },
    adding: { exempt: 'Signing in is itself the proof.' },
    onPasswordReset: 'ended',
    reason: 'Whoever knew the old password may hold one.',
  },
  'known-device': {
    storedIn: { table: 'known_devices' },
    adding: {
      exempt: 'Not a way in: it only keeps attempts on this device apart. A sign-in makes it known.',
    },
    onPasswordReset: 'ended',
    reason: 'May have become known by signing in with the old password.',
  },
  link: {
    storedIn: { table: 'account_tokens' },
    adding: { exempt: 'The mail with the link is the notice, and opening it confirms the address.' },
    onPasswordReset: 'ended',
    reason: 'May have been requested by whoever knew the old password.',
  },
  identity: {
    storedIn: { table: 'identities' },
    adding: { routes: [`POST ${apiPaths.connection(':provider')}`], notice: 'identity-connected' },
    onPasswordReset: 'kept',
    reason:
      'Owners who sign in with a provider would lose their way in; the mail about the reset names what is connected.',
  },
  'api-key': {
    storedIn: { table: 'api_keys' },
    adding: { routes: [`POST ${apiPaths.apiKeys}`], notice: 'api-key-created' },
    onPasswordReset: 'ended',
    reason: 'A key that an intruder made would outlive the reset unnoticed.',
  },
  webhook: {
    storedIn: { table: 'webhook_endpoints' },
    adding: { routes: [`POST ${apiPaths.v1Webhooks}`], notice: 'webhook-created' },
    onPasswordReset: 'ended',
    reason: 'Made with an API key, and useless without one.',
  },
  'two-step': {
    storedIn: { userColumns: ['two_step_secret', 'two_step_on_at'] },
    adding: {
      routes: [`POST ${apiPaths.twoStep}`, `POST ${apiPaths.twoStepConfirm}`],
      notice: 'two-step-on',
    },
    onPasswordReset: 'kept',
    reason: 'Otherwise access to the mailbox alone would switch off the second factor.',
  },
  'recovery-code': {
    storedIn: { table: 'recovery_codes' },
    adding: { routes: [`POST ${apiPaths.recoveryCodes}`], notice: 'recovery-codes-renewed' },
    onPasswordReset: 'kept',
    reason: 'Part of the second factor.',
  },
}

/** Whoever knew the old password is out. API keys stay: their owner has just proved the old password. */
export function endedByPasswordChange(keptSessionId: string): EndedCredentials {
  return { kinds: ['session', 'known-device', 'link'], keptSessionId }
}

export const endedByPasswordReset: EndedCredentials = {
  kinds: credentialKinds.filter(kind => credentialRules[kind].onPasswordReset === 'ended'),
  keptSessionId: null,
}

/** Nobody had proved the address before, so all of it may belong to someone who registered with another person's address. */
export const endedByFirstProof: EndedCredentials = { kinds: credentialKinds, keptSessionId: null }

/** The same, for a user who proves the address and is signed in to the account: the password and this session are theirs. */
export function endedByFirstProofOf(sessionId: string): EndedCredentials {
  return { kinds: credentialKinds.filter(kind => kind !== 'password'), keptSessionId: sessionId }
}

/** Links to the old address must not open the account any more. */
export function endedByEmailChange(sessionId: string): EndedCredentials {
  return { kinds: ['link'], keptSessionId: sessionId }
}
