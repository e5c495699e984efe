/** Account details available through the API. */
import { plans } from '@filesmith/contract/plans'
import type { ApiAccount } from '@filesmith/contract/schemas/v1/api-account'
import { describeUsage, type UsageDeps } from '../allowance/describe-usage.ts'
import type { ApiCaller } from './find-api-caller.ts'
import type { CallLimits } from './limit-calls.ts'
import { describeApiKey } from './manage-api-keys.ts'

export async function describeApiAccount(
  deps: UsageDeps & { readonly callLimits: CallLimits },
  { account, owner, key }: ApiCaller,
): Promise<ApiAccount> {
  const { today, month } = await describeUsage(deps, owner)
  const { id, ...described } = describeApiKey(key)
  const { concurrentJobs, storageHours } = plans[owner.plan]
  return {
    username: account.username,
    plan: owner.plan,
    usage: { today, month },
    key: described,
    limits: {
      callsPerMinute: deps.callLimits.perKey,
      filesAtOnce: concurrentJobs,
      keptHours: storageHours,
    },
  }
}
