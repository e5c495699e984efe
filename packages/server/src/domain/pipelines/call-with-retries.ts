/** Calls a URL given in a job, with retries for temporary failures. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode, toAppError } from '@filesmith/contract/errors'
import type { OutboundProblem } from '../../ports/outbound.ts'

/** Before the second and the third attempt. */
const retryDelaysMs = [1_000, 5_000]
/** Private and unknown host names are both retried, so that timing does not distinguish them (SSRF probing). */
const temporaryProblems: readonly OutboundProblem[] = ['unreachable', 'interrupted']

export async function callWithRetries<Result>(
  code: Extract<ErrorCode, 'import-failed' | 'export-failed'>,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const failed = toAppError(error)
      if (failed.code !== 'address-failed' || signal.aborted) throw error
      const { host = '', reason = '', problem } = failed.params
      const waitMs = temporaryProblems.some(each => each === problem) ? retryDelaysMs[attempt] : undefined
      if (waitMs === undefined) throw new AppError(code, { host, reason })
      await delay(waitMs, undefined, { signal })
    }
  }
}

/** Error for a non-success status; server errors and rate limits are retried. */
export function statusError(url: string, status: number): AppError {
  const problem: OutboundProblem = status >= 500 || status === 429 ? 'unreachable' : 'bad-answer'
  return new AppError('address-failed', {
    host: new URL(url).host,
    problem,
    reason: `it answered with status ${status}.`,
  })
}
