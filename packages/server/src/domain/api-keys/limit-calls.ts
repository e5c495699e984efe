/** API rate limit per key and per account in a minute, counted across all processes. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { describeWait } from '../describe-wait.ts'
import type { ApiCaller } from './find-api-caller.ts'

const windowSeconds = 60

export interface CallLimits {
  readonly perKey: number
  readonly perAccount: number
}

/** Of the two limits, the one closer to exhaustion. */
export interface RemainingCalls {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export async function countCall(
  deps: { readonly attempts: AttemptCounter; readonly callLimits: CallLimits },
  { key, account }: ApiCaller,
): Promise<RemainingCalls> {
  const { perKey, perAccount } = deps.callLimits
  const [ofKey, ofAccount] = await deps.attempts.countBoth(
    [`api-calls:key:${key.id}`, `api-calls:account:${account.id}`],
    windowSeconds,
  )
  const left = { ofKey: perKey - ofKey.count, ofAccount: perAccount - ofAccount.count }
  const isKeyNearer = left.ofKey <= left.ofAccount
  const { endsAt } = isKeyNearer ? ofKey : ofAccount
  return {
    limit: isKeyNearer ? perKey : perAccount,
    remaining: Math.min(left.ofKey, left.ofAccount),
    resetSeconds: Math.max(1, Math.ceil((endsAt.getTime() - Date.now()) / 1000)),
  }
}

/** `remaining` is negative once the limit is exceeded. */
export function refuseTooManyCalls({ limit, remaining, resetSeconds }: RemainingCalls): void {
  if (remaining >= 0) return
  throw new AppError('too-many-calls', {
    limit,
    wait: describeWait(resetSeconds),
    retryAfterSeconds: resetSeconds,
  })
}
