/** Claims and stored responses of API calls with an idempotency key. */

export interface IdempotencyKey {
  readonly accountId: string
  readonly key: string
}

/** A call this process handles until its lease expires. */
export interface ClaimedCall extends IdempotencyKey {
  readonly attempt: number
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly call: ClaimedCall }
  | { readonly kind: 'answered'; readonly status: number; readonly sealedBody: string | null }
  /** Another process is handling it. */
  | { readonly kind: 'running' }
  /** The key was already used with a different request. */
  | { readonly kind: 'other' }

export interface IdempotentCalls {
  /**
   * Only one of several concurrent callers gets the claim; the claim of a process that died passes on when its lease
   * expires.
   */
  claim(
    call: IdempotencyKey,
    fingerprint: string,
    times: { readonly leaseSeconds: number; readonly keptHours: number },
  ): Promise<ClaimOutcome>
  /** Extends the lease of a slow call. */
  renew(call: ClaimedCall, leaseSeconds: number): Promise<void>
  saveResponse(call: ClaimedCall, status: number, sealedBody: string | null): Promise<void>
  /** No final response: the call may be retried. */
  release(call: ClaimedCall): Promise<void>
  /** Returns the number deleted. */
  removeBefore(moment: Date): Promise<number>
}
