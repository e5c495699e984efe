/** Asks a translation service on the network: in time, twice more when it is busy, and never silently wrong. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'

export interface ServiceCall {
  /** Named in the operator's log. */
  readonly service: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; without it the call is a GET. */
  readonly body?: object
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** What an answer means that is no success, for the operator. */
  readonly explain?: (status: number) => string | undefined
}

/** Pauses before the second and the third try. */
const pausesMs = [500, 2000]
const longestPauseMs = 10_000

/** The JSON it answers; not trusted. Throws `translation-failed` with the reason as its cause, or `cancelled`. */
export async function callService(call: ServiceCall, pauses = pausesMs): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(call)
    if ('answer' in outcome) return outcome.answer
    const pause = pauses[attempt]
    if (pause === undefined || !outcome.isWorthRetrying)
      throw new AppError('translation-failed', {}, { cause: new Error(`${call.service}: ${outcome.reason}`) })
    const pauseMs = Math.min(longestPauseMs, Math.max(pause, outcome.wantedPauseMs))
    await delay(pauseMs, undefined, { signal: call.signal }).catch(cause => {
      throw new AppError('cancelled', {}, { cause })
    })
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly reason: string; readonly isWorthRetrying: boolean; readonly wantedPauseMs: number }

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
      reason: call.explain?.(status) ?? `it answered with status ${status}`,
      isWorthRetrying: status === 429 || status >= 500,
      wantedPauseMs: 1000 * (Number(response.headers.get('retry-after')) || 0),
    }
  } catch (error) {
    if (call.signal.aborted) throw new AppError('cancelled', {}, { cause: error })
    return { reason: `it could not be reached (${reasonOf(error)})`, isWorthRetrying: true, wantedPauseMs: 0 }
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
