/** Runs jobs of the public API through their steps; their conversions are claimed by any worker. */
import { toAppError } from '@filesmith/contract/errors'
import { plans } from '@filesmith/contract/plans'
import { accountOwner } from '../domain/accounts/current-plan.ts'
import { openJob } from '../domain/pipelines/checked-job.ts'
import { cleanUpJob } from '../domain/pipelines/clean-up-job.ts'
import { buildFinishedEvent, isJobFinished } from '../domain/pipelines/describe-job.ts'
import type { RunPipelineDeps } from '../domain/pipelines/pipeline-run.ts'
import { runPipeline } from '../domain/pipelines/run-pipeline.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { Log } from '../ports/log.ts'
import type { PipelineRecord } from '../ports/pipeline-store.ts'
import { consumeConcurrently } from './consume-concurrently.ts'
import type { QueueConsumer } from './consume-queue.ts'

export interface RunPipelinesDeps extends RunPipelineDeps {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly log: Log
}

/** Most of them wait for conversions and hold no resources meanwhile. */
const concurrency = 40
const renewMs = 10_000
/** Counts attempts, not errors: an orderly shutdown uses one up as well. */
const maxAttempts = 20
const faultDelayMs = 5_000

export function runPipelines(deps: RunPipelinesDeps): QueueConsumer {
  return consumeConcurrently({
    ...deps,
    topic: 'pipeline-waiting',
    failureMessage: 'pipeline queue unavailable',
    concurrency,
    claim: () => deps.pipelines.claim(plans.pro.concurrentJobs),
    work: (record, stopping) => runAttempt(deps, record, stopping),
  })
}

async function runAttempt(
  deps: RunPipelinesDeps,
  record: PipelineRecord,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const stopWatching = watchLease(deps, record, lost)
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    const account = await deps.accounts.find(record.accountId)
    if (account) {
      const owner = accountOwner(account, new Date())
      const job = openJob(deps.secretBox, record.request)
      const outcome = await runPipeline(deps, { record, owner, job, signal })
      await deps.pipelines.finish(record, outcome, buildFinishedEvent)
    }
  } catch (error) {
    await settleFault(deps, record, error, { isStopping: stopping.aborted, isLost: lost.signal.aborted })
  } finally {
    stopWatching()
  }
  await cleanUpWhenFinished(deps, record)
}

async function settleFault(
  { pipelines, log }: RunPipelinesDeps,
  record: PipelineRecord,
  error: unknown,
  { isStopping, isLost }: { isStopping: boolean; isLost: boolean },
): Promise<void> {
  const { code, params } = toAppError(error)
  if (isLost || code === 'cancelled') return
  if (isStopping) {
    await pipelines.requeue(record, 0)
  } else if (record.attempt < maxAttempts) {
    log.warn({ err: error, pipelineId: record.id }, 'pipeline failed, retrying')
    await pipelines.requeue(record, faultDelayMs)
  } else {
    log.error({ err: error, pipelineId: record.id }, 'pipeline failed, giving up')
    const failure = { code, params, step: record.progress.step, file: null }
    await pipelines.finish(record, { status: 'failed', failure }, buildFinishedEvent)
  }
}

/** Renews the lease, and aborts when the pipeline is canceled or claimed by another worker. */
function watchLease(
  { pipelines, notifications }: RunPipelinesDeps,
  record: PipelineRecord,
  lost: AbortController,
): () => void {
  const keep = async () => {
    if (!(await pipelines.renewLease(record))) lost.abort()
  }
  const checkStillOurs = async () => {
    const current = await pipelines.find(record.id, record.accountId)
    if (current?.status !== 'running' || current.attempt !== record.attempt) lost.abort()
  }
  const timer = setInterval(() => void keep().catch(() => undefined), renewMs)
  const stopListening = notifications.subscribe('pipeline-changed', id => {
    if (id === undefined || id === record.id) void checkStillOurs().catch(() => undefined)
  })
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

/** Also for a deleted pipeline, which may have left files behind. */
async function cleanUpWhenFinished(deps: RunPipelinesDeps, record: PipelineRecord): Promise<void> {
  const current = await deps.pipelines.find(record.id, record.accountId)
  if (current && !isJobFinished(current.status)) return
  await cleanUpJob(deps, current ?? { ...record, status: 'cancelled' })
  if (current) await deps.pipelines.markCleanedUp(record.id)
}
