/** Short-lived single-purpose tokens. Only their hashes are stored. */
import type { CredentialHolder } from './credentials.ts'

export type TokenPurpose = 'reset-password' | 'verify-email' | 'sign-in-code'

export interface TokenRecord {
  readonly tokenHash: string
  readonly accountId: string
  readonly purpose: TokenPurpose
  /** The address to be verified, or whether the session will be remembered. */
  readonly detail: string | null
  readonly expiresAt: Date
}

export interface TokenStore {
  /** Earlier tokens of this account and purpose stay valid. */
  add(token: TokenRecord, account: CredentialHolder): Promise<void>
  /** Earlier tokens of this account and purpose are revoked. */
  replace(token: TokenRecord, account: CredentialHolder): Promise<void>
  find(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined>
  /** Consumes the token: with concurrent callers, only the first one gets it. */
  take(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined>
  removeExpired(now: Date): Promise<number>
}
