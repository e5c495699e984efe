/** Estimates the size of an animated image: a worker measures, the request waits for the result. */
import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { createGif } from '@filesmith/contract/operations/create-gif'
import type { GifEstimateReply, GifEstimateRequest } from '@filesmith/contract/schemas/gif-estimate'
import type { EstimateQueue, NewEstimate } from '../../ports/estimate-queue.ts'
import type { Notifications } from '../../ports/notifications.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import { type PrepareDeps, prepareConversion } from '../conversions/prepare-conversion.ts'
import { loadLiveWorkers } from '../engines/live-workers.ts'
import type { Owner } from '../owners/owner.ts'
import { awaitEstimate } from './await-estimate.ts'

export interface EstimateDeps extends PrepareDeps {
  readonly estimateQueue: EstimateQueue
  readonly notifications: Notifications
  readonly workers: WorkerRegistry
}

const noEstimate: GifEstimateReply = { bytes: null, frames: 0 }

/** Throws for an invalid request or file; returns no estimate if no worker can measure now. */
export async function estimateGif(
  deps: EstimateDeps,
  owner: Owner,
  request: GifEstimateRequest,
  signal: AbortSignal,
): Promise<GifEstimateReply> {
  const requested = await prepareEstimate(deps, owner, request)
  const answer = requested && (await awaitEstimate(deps, requested, signal))
  if (answer?.status === 'failed') {
    const error = new AppError(answer.errorCode ?? 'internal', answer.errorParams)
    // An internal error says nothing about the file.
    if (!error.isFault && error.code !== 'took-too-long') throw error
  }
  return answer?.status === 'done' ? { bytes: answer.bytes, frames: answer.frames } : noEstimate
}

/** Undefined if no worker can do it. */
async function prepareEstimate(
  deps: EstimateDeps,
  owner: Owner,
  { files, ...options }: GifEstimateRequest,
): Promise<NewEstimate | undefined> {
  const workers = await loadLiveWorkers(deps)
  try {
    const request = { operation: 'create-gif', files, requested: createGif.parse(options) } as const
    const { executionPlan, inputs = [] } = await prepareConversion(deps, owner, request, workers, new Date())
    const [step] = executionPlan.steps
    if (workers.kinds.length === 0 || !step) return undefined
    const inputFiles = inputs.map(({ inputKey, name }) => ({ inputKey, name }))
    return { id: randomUUID(), ownerId: owner.id, step, files: inputFiles }
  } catch (error) {
    if (toAppError(error).code === 'engine-missing') return undefined
    throw error
  }
}
