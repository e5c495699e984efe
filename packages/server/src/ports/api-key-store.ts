/** Keys of the public API. Only a hash of what the program holds is kept. */
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { AccountRecord } from './account-store.ts'
import type { CredentialHolder } from './credentials.ts'

export interface ApiKeyRecord {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly prefix: string
  readonly keyHash: string
  readonly scopes: readonly ApiScope[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}

export interface ApiKeyStore {
  /** False when the account has `most` of them already, however many are made at once. */
  insert(key: ApiKeyRecord, most: number, account: CredentialHolder): Promise<boolean>
  /** With whose it is; nothing when its time is over or the account is suspended. */
  findByHash(keyHash: string, now: Date): Promise<{ key: ApiKeyRecord; account: AccountRecord } | undefined>
  /** Newest first, with those whose time is over. */
  list(accountId: string): Promise<ApiKeyRecord[]>
  /** Unless it was noted after `before` already. */
  noteUse(id: string, usedAt: Date, before: Date): Promise<void>
  /** False when it is not one of this account's. */
  remove(id: string, accountId: string): Promise<boolean>
}
