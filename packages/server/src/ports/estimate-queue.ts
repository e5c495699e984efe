/** Request table for size estimates: web processes enqueue, workers measure and answer. */
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
  /** Null also if it is done without a usable estimate. */
  readonly bytes: number | null
  /** Frames encoded for the estimate. */
  readonly frames: number
  readonly errorCode: ErrorCode | null
  readonly errorParams: ErrorParams
}

export interface EstimateQueue {
  /** Notifies a worker. Replaces the owner's earlier estimate. */
  enqueue(estimate: NewEstimate): Promise<void>
  find(id: string): Promise<Estimate | undefined>
  /** Deletes an estimate that was answered or whose client left. */
  remove(id: string): Promise<void>

  /** For workers: claims the oldest waiting estimate. Not retried if the worker dies. */
  claim(): Promise<Estimate | undefined>
  /** Both return false if the estimate was removed. */
  answer(id: string, measured: { readonly bytes: number; readonly frames: number } | null): Promise<boolean>
  fail(id: string, error: { readonly code: ErrorCode; readonly params: ErrorParams }): Promise<boolean>

  /** Cleans up after web processes that died. */
  removeBefore(moment: Date): Promise<number>
}
