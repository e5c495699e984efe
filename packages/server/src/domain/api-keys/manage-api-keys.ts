/** Creates, lists and revokes the API keys of an account. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { ApiKey, CreatedApiKey, NewApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { maxApiKeys } from '@filesmith/contract/schemas/v1/api-key'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../../ports/api-key-store.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { currentPlan } from '../accounts/current-plan.ts'
import { isId } from '../is-id.ts'
import { makeApiKey } from './make-api-key.ts'

const dayMs = 24 * 60 * 60 * 1000

interface ApiKeyDeps {
  readonly apiKeys: ApiKeyStore
}

interface CreateApiKeyDeps extends ApiKeyDeps {
  readonly mails: MailQueue
}

export async function createApiKey(
  deps: CreateApiKeyDeps,
  account: AccountRecord,
  { name, scopes, expiresInDays }: NewApiKey,
): Promise<CreatedApiKey> {
  const now = new Date()
  if (currentPlan(account, now) !== 'pro') throw new AppError('pro-needed')
  const { key, keyHash, prefix } = makeApiKey()
  const record: ApiKeyRecord = {
    id: randomUUID(),
    accountId: account.id,
    name,
    prefix,
    keyHash,
    scopes: [...new Set(scopes)],
    createdAt: now,
    lastUsedAt: null,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
  }
  const isInserted = await deps.apiKeys.insert(record, maxApiKeys, account)
  if (!isInserted) throw new AppError('too-many-keys', { most: maxApiKeys })
  const { email, username } = account
  const items = [`${name} (${prefix}…)`]
  await deps.mails.add({ kind: 'notice', notice: 'api-key-created', email, username, items })
  return { ...describeApiKey(record), key }
}

export async function listApiKeys(deps: ApiKeyDeps, accountId: string): Promise<ApiKey[]> {
  return (await deps.apiKeys.list(accountId)).map(describeApiKey)
}

export async function revokeApiKey(deps: ApiKeyDeps, accountId: string, id: string): Promise<void> {
  const isRevoked = isId(id) && (await deps.apiKeys.remove(id, accountId))
  if (!isRevoked) throw new AppError('key-not-found')
}

export function describeApiKey(record: ApiKeyRecord): ApiKey {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = record
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
