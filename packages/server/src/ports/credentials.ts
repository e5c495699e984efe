/** The kinds of credential of an account, and what is said about ending and adding them. */

/** Everything that lets a person or a program into an account, or sends its data elsewhere. */
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

export interface EndedCredentials {
  readonly kinds: readonly CredentialKind[]
  /** Stays although sessions end; null ends all of them. */
  readonly keptSessionId: string | null
}

/** An account as the caller read it: credentials that were ended since then refuse the write with `not-signed-in`. */
export interface CredentialHolder {
  readonly id: string
  readonly credentialVersion: number
}
