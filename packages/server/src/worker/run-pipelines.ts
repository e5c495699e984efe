/** Runs jobs of the public API through their steps; their conversions are claimed by any worker. */
import { type AppError, toAppError } from '@filesmith/contract/errors'
import type { AccountStore } from '../database/account-store.ts'
import type { PipelineRecord } from '../database/pipeline-store.ts'
import { accountOwner } from '../domain/accounts/accounts.ts'
import { cleanUpJob } from '../domain/pipelines/clean-up-job.ts'
import { finishedEvents, isJobFinished } from '../domain/pipelines/jobs.ts'
import type { RunPipelineDeps } from '../domain/pipelines/pipeline-files.ts'
import { openJob } from '../domain/pipelines/request-job.ts'
import { runPipeline } from '../domain/pipelines/run-pipeline.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import { type JobResult, workerShutdown } from './run-queues.ts'

export interface RunPipelinesDeps extends RunPipelineDeps {
  readonly basePath: string
  readonly accounts: Pick<AccountStore, 'find'>
  readonly log: Log
}

type PipelineJob = ClaimedJob<'run-pipeline'>

export async function runQueuedPipeline(
  deps: RunPipelinesDeps,
  job: PipelineJob,
  signal: AbortSignal,
): Promise<JobResult> {
  const { pipelineId, accountId } = job.payload
  const record = await deps.pipelines.begin(pipelineId)
  if (!record) {
    // Canceled or deleted while it waited.
    await cleanUpWhenFinished(deps, pipelineId, accountId)
    return { end: 'done' }
  }
  const result = await runAttempt(deps, job, record, signal)
  if (result.end === 'done') await cleanUpWhenFinished(deps, pipelineId, accountId, record)
  return result
}

async function runAttempt(
  deps: RunPipelinesDeps,
  job: PipelineJob,
  record: PipelineRecord,
  signal: AbortSignal,
): Promise<JobResult> {
  try {
    const account = await deps.accounts.find(record.accountId)
    if (account) {
      const owner = accountOwner(account, deps.now())
      const request = openJob(deps.secretBox, record.request)
      const outcome = await runPipeline(deps, { record, owner, job: request, signal })
      await deps.pipelines.finish(record, outcome, finishedEvents(deps.basePath))
    }
    return { end: 'done' }
  } catch (error) {
    const cause = toAppError(signal.aborted ? signal.reason : error)
    if (cause.code === 'cancelled') return { end: 'done' }
    if (cause === workerShutdown) {
      await deps.pipelines.requeue(record)
      return { end: 'requeue' }
    }
    return settleFault(deps, job, record, cause)
  }
}

async function settleFault(
  { pipelines, log, basePath }: RunPipelinesDeps,
  job: PipelineJob,
  record: PipelineRecord,
  error: AppError,
): Promise<JobResult> {
  if (!job.isLastAttempt) {
    log.warn({ err: error, pipelineId: record.id }, 'pipeline failed, retrying')
    await pipelines.requeue(record)
    return { end: 'retry' }
  }
  log.error({ err: error, pipelineId: record.id }, 'pipeline failed, giving up')
  const { code, params } = error
  const failure = { code, params, step: record.progress.step, file: null }
  await pipelines.finish(record, { status: 'failed', failure }, finishedEvents(basePath))
  return { end: 'done' }
}

/** Also for a deleted pipeline, which may have left files behind. */
async function cleanUpWhenFinished(
  deps: RunPipelinesDeps,
  id: string,
  accountId: string,
  record?: PipelineRecord,
): Promise<void> {
  const current = await deps.pipelines.find(id, accountId)
  if (current && !isJobFinished(current.status)) return
  const ended = current ?? (record && { ...record, status: 'cancelled' as const })
  if (ended) await cleanUpJob(deps, ended)
  if (current) await deps.pipelines.markCleanedUp(id)
}
