/** HTTP client for translation services, with timeout and retries on overload. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'

export interface ServiceCall {
  /** For log messages. */
  readonly service: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; a GET without it. */
  readonly body?: object
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Explains an error status to the operator. */
  readonly explain?: (status: number) => string | undefined
}

/** Delays before the second and third attempt. */
const retryDelaysMs = [500, 2000]
const maxRetryDelayMs = 10_000

/** Returns the parsed JSON, unvalidated. Throws `translation-failed` with the reason as cause, or `cancelled`. */
export async function callService(call: ServiceCall, pauses = retryDelaysMs): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(call)
    if ('answer' in outcome) return outcome.answer
    const pause = pauses[attempt]
    if (pause === undefined || !outcome.isRetryable)
      throw new AppError('translation-failed', {}, { cause: new Error(`${call.service}: ${outcome.reason}`) })
    const retryDelayMs = Math.min(maxRetryDelayMs, Math.max(pause, outcome.retryAfterMs))
    await delay(retryDelayMs, undefined, { signal: call.signal }).catch(cause => {
      throw new AppError('cancelled', {}, { cause })
    })
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly reason: string; readonly isRetryable: boolean; readonly retryAfterMs: number }

async function tryOnce(call: ServiceCall): Promise<Outcome> {
  try {
    const response = await fetch(call.url, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: {
        ...call.headers,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]),
    })
    if (response.ok) return { answer: await response.json() }
    const { status } = response
    await response.body?.cancel()
    return {
      reason: call.explain?.(status) ?? `it responded with status ${status}`,
      isRetryable: status === 429 || status >= 500,
      retryAfterMs: 1000 * (Number(response.headers.get('retry-after')) || 0),
    }
  } catch (error) {
    if (call.signal.aborted) throw new AppError('cancelled', {}, { cause: error })
    return { reason: `it could not be reached (${reasonOf(error)})`, isRetryable: true, retryAfterMs: 0 }
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
