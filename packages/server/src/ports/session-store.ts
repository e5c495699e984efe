/** Sign-in sessions. Only a hash of the cookie's token is stored. */
import type { AccountRecord } from './account-store.ts'
import type { CredentialHolder } from './credentials.ts'

export interface SessionRecord {
  readonly id: string
  readonly tokenHash: string
  readonly accountId: string
  readonly isRemembered: boolean
  readonly device: string
  readonly createdAt: Date
  /**
   * When the user last proved their identity with a password, code or provider; null for sessions of older versions.
   */
  readonly provedAt: Date | null
  readonly seenAt: Date
  readonly expiresAt: Date
}

export interface SessionStore {
  insert(session: SessionRecord, account: CredentialHolder): Promise<void>
  /** The session with its account; undefined if expired. */
  findByToken(
    tokenHash: string,
    now: Date,
  ): Promise<{ session: SessionRecord; account: AccountRecord } | undefined>
  /** Most recently used first. */
  list(accountId: string, now: Date): Promise<SessionRecord[]>
  renewProof(id: string, provedAt: Date): Promise<void>
  touch(id: string, seenAt: Date, expiresAt: Date): Promise<void>
  /** False if the session does not belong to this account. */
  remove(id: string, accountId: string): Promise<boolean>
  removeAll(accountId: string, except: string | null): Promise<void>
  /** Returns the number deleted. */
  removeExpired(now: Date): Promise<number>
}
