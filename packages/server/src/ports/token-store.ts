/** Secrets that somebody was handed for one purpose and a short time. Only their hashes are kept. */
import type { CredentialHolder } from './credentials.ts'

export type TokenPurpose = 'reset-password' | 'verify-email' | 'sign-in-code'

export interface TokenRecord {
  readonly tokenHash: string
  readonly accountId: string
  readonly purpose: TokenPurpose
  /** The address to be confirmed; whether the session will be remembered. */
  readonly detail: string | null
  readonly expiresAt: Date
}

export interface TokenStore {
  /** Earlier ones of this account and purpose keep working. */
  add(token: TokenRecord, account: CredentialHolder): Promise<void>
  /** Earlier ones of this account and purpose stop working. */
  replace(token: TokenRecord, account: CredentialHolder): Promise<void>
  find(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined>
  /** Of several who come with the same one, only the first gets it. */
  take(tokenHash: string, purpose: TokenPurpose, now: Date): Promise<TokenRecord | undefined>
  removeExpired(now: Date): Promise<number>
}
