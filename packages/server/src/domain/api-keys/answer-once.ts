/** A call that names an idempotency key is answered once; whoever sends it again gets the same answer. */
import { createHash } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import type { ClaimedCall, IdempotencyKey, IdempotentCalls } from '../../ports/idempotent-calls.ts'
import type { SecretBox } from '../../ports/secret-box.ts'

const leaseSeconds = 30
export const renewEveryMs = 10_000
export const answersKeptHours = 24
const keyPattern = /^[\x21-\x7e]{1,255}$/
const retryAfterSeconds = 1

interface AnswerDeps {
  readonly idempotentCalls: IdempotentCalls
  readonly secretBox: SecretBox
}

export interface GivenAnswer {
  readonly status: number
  /** As it was sent; null when there was none. */
  readonly body: string | null
}

/** Either ours to answer, or answered before. */
export async function claimCall(
  deps: AnswerDeps,
  call: IdempotencyKey,
  asked: readonly string[],
): Promise<{ readonly claimed: ClaimedCall } | { readonly answered: GivenAnswer }> {
  if (!keyPattern.test(call.key)) throw new AppError('idempotency-key-invalid')
  const times = { leaseSeconds, keptHours: answersKeptHours }
  const outcome = await deps.idempotentCalls.claim(call, fingerprintOf(asked), times)
  if (outcome.kind === 'claimed') return { claimed: outcome.call }
  if (outcome.kind === 'other') throw new AppError('idempotency-key-reused')
  if (outcome.kind === 'running') throw new AppError('idempotent-call-running', { retryAfterSeconds })
  const { status, sealedBody } = outcome
  return { answered: { status, body: sealedBody === null ? null : deps.secretBox.open(sealedBody) } }
}

export async function holdCall(deps: AnswerDeps, call: ClaimedCall): Promise<void> {
  await deps.idempotentCalls.renew(call, leaseSeconds)
}

/** Faults of ours and limits that pass by themselves are worth another try, so they are not kept. */
export async function settleCall(
  deps: AnswerDeps,
  call: ClaimedCall,
  { status, body }: GivenAnswer,
): Promise<void> {
  if (status >= 500 || status === 429) return deps.idempotentCalls.release(call)
  const sealedBody = body === null ? null : deps.secretBox.seal(body)
  await deps.idempotentCalls.saveResponse(call, status, sealedBody)
}

function fingerprintOf(asked: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}
