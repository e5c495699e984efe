/** Counts attempts for rate limits, shared by all processes. */

/** A limit on attempts under one key. */
export type AttemptLimit =
  /** The first attempts are free; each further one doubles the delay, up to a maximum. */
  | {
      readonly kind: 'backoff'
      readonly key: string
      readonly freeAttempts: number
      readonly firstDelaySeconds: number
      readonly maxDelaySeconds: number
      /** The count resets after this long without an attempt. */
      readonly resetAfterSeconds: number
    }
  /** A token bucket: a burst, then one attempt per refilled token. */
  | {
      readonly kind: 'bucket'
      readonly key: string
      readonly burst: number
      readonly refillSeconds: number
    }
  /** A fixed number of attempts in a window that opens with the first one. */
  | {
      readonly kind: 'window'
      readonly key: string
      readonly maxAttempts: number
      readonly windowSeconds: number
    }

export type Reservation =
  /** `counts` holds the number of attempts under each key, including this one, in the order of the limits. */
  | { readonly isAllowed: true; readonly counts: readonly number[] }
  | { readonly isAllowed: false; readonly refusedBy: AttemptLimit; readonly retryAfterSeconds: number }

/** Attempts in the current window. */
export interface WindowCount {
  readonly count: number
  /** Until the window ends; at least 1. */
  readonly secondsLeft: number
}

export interface AttemptCounter {
  /** Adds attempts to the current window. */
  count(key: string, windowSeconds: number, tries?: number): Promise<WindowCount>
  /** Adds one attempt under each of two keys; results are in the order of the keys. */
  countBoth(keys: readonly [string, string], windowSeconds: number): Promise<[WindowCount, WindowCount]>
  /**
   * Reserves one attempt under every limit, or none if one refuses. Exact under concurrent calls as long as callers
   * pass limits of the same kinds in the same order.
   */
  reserve(limits: readonly AttemptLimit[]): Promise<Reservation>
  /** The reserved attempt was legitimate: a backoff resets to zero, a bucket or window gets its attempt back. */
  release(limits: readonly AttemptLimit[]): Promise<void>
  /** Reads the count without adding an attempt. */
  peek(key: string): Promise<WindowCount | undefined>
  forget(key: string): Promise<void>
  removeExpired(now: Date): Promise<number>
}
