/** Kinds of credentials an account can have, and the types for revoking and adding them. */

/** Everything that grants a person or program access to an account, or sends its data elsewhere. */
export const credentialKinds = [
  'password',
  'session',
  'known-device',
  'link',
  'identity',
  'api-key',
  'webhook',
  'two-step',
  'recovery-code',
] as const
export type CredentialKind = (typeof credentialKinds)[number]

export interface RevokedCredentials {
  readonly kinds: readonly CredentialKind[]
  /** Survives although sessions end; null ends all of them. */
  readonly keptSessionId: string | null
}

/** An account as the caller read it; a write fails with `not-signed-in` if credentials were revoked since. */
export interface CredentialHolder {
  readonly id: string
  readonly credentialVersion: number
}
