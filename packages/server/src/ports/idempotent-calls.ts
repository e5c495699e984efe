/** Calls that named an idempotency key: who answers them, and what was answered. */

export interface NamedCall {
  readonly accountId: string
  readonly key: string
}

/** A call that is ours to answer, until its lease is over. */
export interface ClaimedCall extends NamedCall {
  readonly attempt: number
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly call: ClaimedCall }
  | { readonly kind: 'answered'; readonly status: number; readonly sealedBody: string | null }
  /** Somebody else is answering it. */
  | { readonly kind: 'running' }
  /** The key was sent with something else before. */
  | { readonly kind: 'other' }

export interface IdempotentCalls {
  /** Of many who ask at once, one gets it; a call whose answerer died is given to the next one once its lease is over. */
  claim(
    call: NamedCall,
    fingerprint: string,
    times: { readonly leaseSeconds: number; readonly keptHours: number },
  ): Promise<ClaimOutcome>
  /** The answer takes longer. */
  renew(call: ClaimedCall, leaseSeconds: number): Promise<void>
  keepAnswer(call: ClaimedCall, status: number, sealedBody: string | null): Promise<void>
  /** It was not answered for good, and may be tried again. */
  release(call: ClaimedCall): Promise<void>
  /** Answers how many were forgotten. */
  removeBefore(moment: Date): Promise<number>
}
