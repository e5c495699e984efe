/** API keys. Only a hash of the key is stored. */
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
  /** False if the account already has `most` keys; exact under concurrent calls. */
  insert(key: ApiKeyRecord, maxPerAccount: number, account: CredentialHolder): Promise<boolean>
  /** The key with its account; undefined if the key has expired or the account is suspended. */
  findByHash(keyHash: string, now: Date): Promise<{ key: ApiKeyRecord; account: AccountRecord } | undefined>
  /** Newest first, including expired keys. */
  list(accountId: string): Promise<ApiKeyRecord[]>
  /** Skipped if a use after `before` is already recorded, which limits writes. */
  recordUse(id: string, usedAt: Date, before: Date): Promise<void>
  /** False if the key does not belong to this account. */
  remove(id: string, accountId: string): Promise<boolean>
}
