/** Idempotency keys: a call with a key is executed once, and repeated calls get the stored response. */
import { createHash } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { ClaimedCall, IdempotencyKey, IdempotentCalls } from '../../ports/idempotent-calls.ts'
import type { SecretBox } from '../../ports/secret-box.ts'

const leaseSeconds = 30
export const renewIntervalMs = 10_000
export const responsesKeptHours = 24
const keyPattern = /^[\x21-\x7e]{1,255}$/
const retryAfterSeconds = 1

interface IdempotencyDeps {
  readonly idempotentCalls: IdempotentCalls
  readonly secretBox: SecretBox
}

export interface StoredResponse {
  readonly status: number
  /** As it was sent; null if there was none. */
  readonly body: string | null
}

/** Claims the call, or returns the stored response. */
export async function claimCall(
  deps: IdempotencyDeps,
  call: IdempotencyKey,
  requestParts: readonly string[],
): Promise<{ readonly claimed: ClaimedCall } | { readonly answered: StoredResponse }> {
  if (!keyPattern.test(call.key)) throw new AppError('idempotency-key-invalid')
  const times = { leaseSeconds, keptHours: responsesKeptHours }
  const outcome = await deps.idempotentCalls.claim(call, fingerprintOf(requestParts), times)
  if (outcome.kind === 'claimed') return { claimed: outcome.call }
  if (outcome.kind === 'other') throw new AppError('idempotency-key-reused')
  if (outcome.kind === 'running') throw new AppError('idempotent-call-running', { retryAfterSeconds })
  const { status, sealedBody } = outcome
  return { answered: { status, body: sealedBody === null ? null : deps.secretBox.open(sealedBody) } }
}

export async function renewCall(deps: IdempotencyDeps, call: ClaimedCall): Promise<void> {
  await deps.idempotentCalls.renew(call, leaseSeconds)
}

/** Internal errors and rate limits are not stored, because a retry may succeed. */
export async function settleCall(
  deps: IdempotencyDeps,
  call: ClaimedCall,
  { status, body }: StoredResponse,
): Promise<void> {
  if (status >= 500 || status === 429) return deps.idempotentCalls.release(call)
  const sealedBody = body === null ? null : deps.secretBox.seal(body)
  await deps.idempotentCalls.saveResponse(call, status, sealedBody)
}

function fingerprintOf(requestParts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(requestParts)).digest('hex')
}
