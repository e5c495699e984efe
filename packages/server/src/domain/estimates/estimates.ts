/** Size estimates for animated images: a worker measures, the request waits for the result. */
import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { createGif } from '@filesmith/contract/operations/create-gif'
import {
  type GifEstimateReply,
  type GifEstimateRequest,
  gifEstimateReplySchema,
} from '@filesmith/contract/schemas/gif-estimate'
import type { AttemptCounter } from '../../database/attempt-counter.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobPayload, JobProgress } from '../../ports/job-queue.ts'
import { type PrepareDeps, prepareConversion } from '../conversions/request-conversion.ts'
import { countWithinMinute } from '../count-within-minute.ts'
import { loadLiveWorkers } from '../engines/workers.ts'
import { type FollowJobDeps, followJob } from '../jobs/follow-job.ts'
import type { Owner } from '../owners/owner.ts'

export interface EstimateDeps extends PrepareDeps, FollowJobDeps, Clock {
  readonly workers: WorkerRegistry
}

const noEstimate: GifEstimateReply = { bytes: null, frames: 0 }

/** An idle worker claims it immediately. */
const claimTimeoutMs = 5_000
/** By then the conversion itself is the better choice. */
const timeoutMs = 45_000

/** Throws for an invalid request or file; returns no estimate if no worker can measure now. */
export async function estimateGif(
  deps: EstimateDeps,
  owner: Owner,
  request: GifEstimateRequest,
  signal: AbortSignal,
): Promise<GifEstimateReply> {
  const payload = await prepareEstimate(deps, owner, request)
  const ended = payload && (await awaitEstimate(deps, owner.id, payload, signal))
  if (ended?.error) {
    const error = new AppError(ended.error.code, ended.error.params)
    // An internal error says nothing about the file.
    if (!error.isFault && error.code !== 'took-too-long') throw error
  }
  return gifEstimateReplySchema.parse(ended?.reply ?? noEstimate)
}

/** Undefined if no worker finished in time, or the owner requested another estimate meanwhile. */
export async function awaitEstimate(
  deps: FollowJobDeps,
  ownerId: string,
  payload: JobPayload<'estimate-size'>,
  signal: AbortSignal,
): Promise<JobProgress | undefined> {
  const requestedMs = performance.now()
  const unique = { key: `estimate:${ownerId}`, onConflict: 'replace' } as const
  const job = { id: randomUUID(), queue: 'estimate-size', payload, engines: ['gif'], unique } as const
  for await (const progress of followJob(deps, job, signal)) {
    if (progress.state === 'done' || progress.state === 'failed') return progress
    const limitMs = progress.state === 'waiting' ? claimTimeoutMs : timeoutMs
    if (performance.now() - requestedMs > limitMs) return undefined
  }
  return undefined
}

/** Undefined if no worker can do it. */
async function prepareEstimate(
  deps: EstimateDeps,
  owner: Owner,
  { files, ...options }: GifEstimateRequest,
): Promise<JobPayload<'estimate-size'> | undefined> {
  const workers = await loadLiveWorkers(deps)
  try {
    const request = { operation: 'create-gif', files, requested: createGif.parse(options) } as const
    const { executionPlan, inputs = [] } = await prepareConversion(deps, owner, request, workers, deps.now())
    const [step] = executionPlan.steps
    if (workers.kinds.length === 0 || !step) return undefined
    return { step, files: inputs.map(({ inputKey, name }) => ({ inputKey, name })) }
  } catch (error) {
    if (toAppError(error).code === 'engine-missing') return undefined
    throw error
  }
}

export interface EstimateLimitDeps {
  readonly attempts: AttemptCounter
  readonly gifEstimatesPerMinute: number
}

/** Rate limit for size estimates per network; they are not charged to the allowance. */
export async function limitEstimates(deps: EstimateLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `estimate:network:${network}`, deps.gifEstimatesPerMinute)
}
