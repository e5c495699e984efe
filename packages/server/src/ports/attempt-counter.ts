/** Counts tries, over all processes together. */

/** A limit on tries under one key. */
export type TryLimit =
  /** The first tries are free; each further one waits twice as long as the one before, up to a maximum. */
  | {
      readonly kind: 'backoff'
      readonly key: string
      readonly freeTries: number
      readonly firstDelaySeconds: number
      readonly maxDelaySeconds: number
      /** After this long without a try the count starts again at zero. */
      readonly forgottenAfterSeconds: number
    }
  /** A token bucket: a burst, then one try whenever a token has been refilled. */
  | {
      readonly kind: 'bucket'
      readonly key: string
      readonly burst: number
      readonly refillSeconds: number
    }
  /** A fixed number of tries in a window that opens with the first one. */
  | {
      readonly kind: 'window'
      readonly key: string
      readonly tries: number
      readonly windowSeconds: number
    }

export type Reservation =
  /** `counts` has the number of tries under each key, this one included, in the order of the limits. */
  | { readonly isAllowed: true; readonly counts: readonly number[] }
  | { readonly isAllowed: false; readonly refusedBy: TryLimit; readonly retryAfterSeconds: number }

export interface AttemptCounter {
  /** Counts one more try, or several, in the present stretch of time; answers how many it is, and when the stretch ends. */
  count(key: string, windowSeconds: number, tries?: number): Promise<{ count: number; endsAt: Date }>
  /** Counts one more try for two things at once; answers in their order. */
  countBoth(
    keys: readonly [string, string],
    windowSeconds: number,
  ): Promise<[{ count: number; endsAt: Date }, { count: number; endsAt: Date }]>
  /**
   * Reserves one try under every limit, or under none of them if one refuses. Exact under parallel calls as long as callers
   * name limits of the same kinds in the same order.
   */
  reserve(limits: readonly TryLimit[]): Promise<Reservation>
  /** The reserved try was a legitimate one: a backoff starts again at zero, a bucket or window gets its try back. */
  release(limits: readonly TryLimit[]): Promise<void>
  /** How many there were, without counting one. */
  peek(key: string): Promise<{ count: number; endsAt: Date } | undefined>
  forget(key: string): Promise<void>
  removeEnded(now: Date): Promise<number>
}
