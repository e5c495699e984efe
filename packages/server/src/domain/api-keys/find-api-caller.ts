/** Whose program is calling: the account behind a key, with the plan that holds now. */
import { AppError } from '@filesmith/contract/errors'
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../../ports/api-key-store.ts'
import { accountOwner } from '../accounts/current-plan.ts'
import { type AttemptDeps, limitWrongKeys } from '../accounts/limit-attempts.ts'
import type { Owner } from '../owners/owner.ts'
import { hashApiKey, isWholeApiKey } from './make-api-key.ts'

/** Every call writing to the database would be a write per call. */
const noteUseEveryMs = 60 * 1000

export interface ApiCaller {
  readonly account: AccountRecord
  readonly key: ApiKeyRecord
  readonly owner: Owner
}

/** Wrong keys are counted for the network they come from; a right one is never held up by somebody else's wrong ones. */
export async function findApiCaller(
  deps: AttemptDeps & { readonly apiKeys: ApiKeyStore },
  sentKey: string,
  network: string,
): Promise<ApiCaller> {
  const now = new Date()
  const found = isWholeApiKey(sentKey) ? await deps.apiKeys.findByHash(hashApiKey(sentKey), now) : undefined
  if (!found) {
    await limitWrongKeys(deps, network)
    throw new AppError('key-invalid')
  }
  const { key, account } = found
  const before = new Date(now.getTime() - noteUseEveryMs)
  if (key.lastUsedAt === null || key.lastUsedAt < before) await deps.apiKeys.recordUse(key.id, now, before)
  return { account, key, owner: accountOwner(account, now) }
}

/** Keys of an account that is no longer on Pro rest until it is again. */
export function requireScope({ owner, key }: ApiCaller, scope: ApiScope | null): void {
  if (owner.plan !== 'pro') throw new AppError('pro-needed')
  if (scope !== null && !key.scopes.includes(scope)) throw new AppError('scope-missing', { scope })
}
