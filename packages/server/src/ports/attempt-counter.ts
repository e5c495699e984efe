/** Counts tries, over all processes together. */

export interface AttemptCounter {
  /** Counts one more try, or several, in the present stretch of time; answers how many it is, and when the stretch ends. */
  count(key: string, windowSeconds: number, tries?: number): Promise<{ count: number; endsAt: Date }>
  /** Counts one more try for two things at once; answers in their order. */
  countBoth(
    keys: readonly [string, string],
    windowSeconds: number,
  ): Promise<[{ count: number; endsAt: Date }, { count: number; endsAt: Date }]>
  /** How many there were, without counting one. */
  peek(key: string): Promise<{ count: number; endsAt: Date } | undefined>
  forget(key: string): Promise<void>
  removeEnded(now: Date): Promise<number>
}
