/** Calls an address that a job names, a few times where another try may help. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode, toAppError } from '@filesmith/contract/errors'
import type { OutboundProblem } from '../../ports/outbound.ts'

/** Before the second and the third try. */
const retryDelaysMs = [1_000, 5_000]
/** A private name waits as long as an unknown one: time must not tell them apart either. */
const passing: readonly OutboundProblem[] = ['unreachable', 'interrupted']

export async function callAddress<Result>(
  code: Extract<ErrorCode, 'import-failed' | 'export-failed'>,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const failed = toAppError(error)
      if (failed.code !== 'address-failed' || signal.aborted) throw error
      const { host = '', reason = '', problem } = failed.params
      const waitMs = passing.some(each => each === problem) ? retryDelaysMs[tries] : undefined
      if (waitMs === undefined) throw new AppError(code, { host, reason })
      await delay(waitMs, undefined, { signal })
    }
  }
}

/** An answer that is no success; a server in trouble may be out of it soon. */
export function statusError(url: string, status: number): AppError {
  const problem: OutboundProblem = status >= 500 || status === 429 ? 'unreachable' : 'bad-answer'
  return new AppError('address-failed', {
    host: new URL(url).host,
    problem,
    reason: `it answered with status ${status}.`,
  })
}
