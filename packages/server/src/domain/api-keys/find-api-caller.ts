/** Authenticates an API key and returns its account with the current plan. */
import { AppError } from '@filesmith/contract/errors'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../../ports/api-key-store.ts'
import { accountOwner } from '../accounts/current-plan.ts'
import { type AttemptDeps, limitWrongKeys } from '../accounts/limit-attempts.ts'
import type { Owner } from '../owners/owner.ts'
import { hashApiKey, hasValidChecksum } from './make-api-key.ts'

/** Limits database writes: the last use is not recorded with every call. */
const recordUseIntervalMs = 60 * 1000

export interface ApiCaller {
  readonly account: AccountRecord
  readonly key: ApiKeyRecord
  readonly owner: Owner
}

/** Invalid keys are rate-limited per network; valid keys are not affected by invalid ones from the same network. */
export async function findApiCaller(
  deps: AttemptDeps & { readonly apiKeys: ApiKeyStore },
  sentKey: string,
  network: string,
): Promise<ApiCaller> {
  const now = new Date()
  const found = hasValidChecksum(sentKey)
    ? await deps.apiKeys.findByHash(hashApiKey(sentKey), now)
    : undefined
  if (!found) {
    await limitWrongKeys(deps, network)
    throw new AppError('key-invalid')
  }
  const { key, account } = found
  const before = new Date(now.getTime() - recordUseIntervalMs)
  if (key.lastUsedAt === null || key.lastUsedAt < before) await deps.apiKeys.recordUse(key.id, now, before)
  return { account, key, owner: accountOwner(account, now) }
}

/** Keys are paused while the account is not on Pro. */
export function requireScope({ owner, key }: ApiCaller, scope: ApiScope | null): void {
  if (owner.plan !== 'pro') throw new AppError('pro-needed')
  if (scope !== null && !key.scopes.includes(scope)) throw new AppError('scope-missing', { scope })
}
