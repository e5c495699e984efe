/** Questions that web processes hand to workers: how large the result of a step becomes. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'

export type EstimateStatus = 'waiting' | 'working' | 'done' | 'failed'

export interface EstimatedFile {
  readonly inputKey: string
  readonly name: string
}

export interface NewEstimate {
  readonly id: string
  readonly ownerId: string
  readonly step: ExecutionStep
  readonly files: readonly EstimatedFile[]
}

export interface Estimate extends NewEstimate {
  readonly status: EstimateStatus
  /** Null also when it is done and nobody can tell. */
  readonly bytes: number | null
  /** How many frames were made to know it. */
  readonly frames: number
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
}

export interface EstimateQueue {
  /** Wakes a worker too. What the same owner asked before is no longer wanted, and gone. */
  hand(estimate: NewEstimate): Promise<void>
  find(id: string): Promise<Estimate | undefined>
  /** Nobody waits for it any more, or it was answered: nothing of it stays. */
  remove(id: string): Promise<void>

  /** For workers. Takes the oldest that waits; one that is lost with its worker is not worth a second try. */
  claim(): Promise<Estimate | undefined>
  /** These answer false when it is no longer wanted. */
  answer(id: string, measured: { readonly bytes: number; readonly frames: number } | null): Promise<boolean>
  fail(id: string, error: { readonly code: ErrorCode; readonly params: ErrorParams }): Promise<boolean>

  /** Left behind by web processes that died. */
  removeBefore(moment: Date): Promise<number>
}
