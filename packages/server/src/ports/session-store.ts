/** Sessions of accounts. Only a hash of what the browser holds is kept. */
import type { AccountRecord } from './account-store.ts'
import type { CredentialHolder } from './credentials.ts'

export interface SessionRecord {
  readonly id: string
  readonly tokenHash: string
  readonly accountId: string
  readonly isRemembered: boolean
  readonly device: string
  readonly createdAt: Date
  /** When the user last gave a password or code, or signed in with a provider; null for sessions of older versions. */
  readonly provedAt: Date | null
  readonly seenAt: Date
  readonly expiresAt: Date
}

export interface SessionStore {
  insert(session: SessionRecord, account: CredentialHolder): Promise<void>
  /** With whose it is; nothing when its time is over. */
  findByToken(
    tokenHash: string,
    now: Date,
  ): Promise<{ session: SessionRecord; account: AccountRecord } | undefined>
  /** Newest use first. */
  list(accountId: string, now: Date): Promise<SessionRecord[]>
  renewProof(id: string, provedAt: Date): Promise<void>
  touch(id: string, seenAt: Date, expiresAt: Date): Promise<void>
  /** False when it is not one of this account's. */
  remove(id: string, accountId: string): Promise<boolean>
  removeAll(accountId: string, except: string | null): Promise<void>
  /** Answers how many were over. */
  removeExpired(now: Date): Promise<number>
}
