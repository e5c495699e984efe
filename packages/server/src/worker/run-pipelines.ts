/** Takes jobs of the public API through their steps, many at once: their conversions are done by whoever claims those. */
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
import { workSideBySide } from './work-side-by-side.ts'
import type { CalledWork } from './work-when-called.ts'

export interface RunPipelinesDeps extends RunPipelineDeps {
  readonly accounts: Pick<AccountStore, 'find'>
  readonly log: Log
}

/** Nearly all of them wait for conversions, and hold nothing while they do. */
const places = 40
const keepMs = 10_000
/** Turns, not faults: a worker that stops in an orderly way uses one up as well. */
const maxAttempts = 20
const faultDelayMs = 5_000

export function runPipelines(deps: RunPipelinesDeps): CalledWork {
  return workSideBySide({
    ...deps,
    topic: 'pipeline-waiting',
    complaint: 'the jobs of the public API cannot be worked on',
    places,
    claim: () => deps.pipelines.claim(plans.pro.concurrentJobs),
    work: (record, stopping) => takeTurn(deps, record, stopping),
  })
}

async function takeTurn(
  deps: RunPipelinesDeps,
  record: PipelineRecord,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const stopWatching = watchTurn(deps, record, lost)
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    const account = await deps.accounts.find(record.accountId)
    if (account) {
      const owner = accountOwner(account, new Date())
      const job = openJob(deps.secretBox, record.request)
      const ending = await runPipeline(deps, { record, owner, job, signal })
      await deps.pipelines.finish(record, ending, buildFinishedEvent)
    }
  } catch (error) {
    await settleFault(deps, record, error, { isStopping: stopping.aborted, isLost: lost.signal.aborted })
  } finally {
    stopWatching()
  }
  await tidyWhenOver(deps, record)
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
    log.warn({ err: error, pipelineId: record.id }, 'a job of the API broke and will be taken up again')
    await pipelines.requeue(record, faultDelayMs)
  } else {
    log.error({ err: error, pipelineId: record.id }, 'a job of the API broke and is given up')
    const failure = { code, params, step: record.progress.step, file: null }
    await pipelines.finish(record, { status: 'failed', failure }, buildFinishedEvent)
  }
}

/** Says that it is being worked on, and notices when it is cancelled or somebody else's. */
function watchTurn(
  { pipelines, notifications }: RunPipelinesDeps,
  record: PipelineRecord,
  lost: AbortController,
): () => void {
  const keep = async () => {
    if (!(await pipelines.renewLease(record))) lost.abort()
  }
  const look = async () => {
    const current = await pipelines.find(record.id, record.accountId)
    if (current?.status !== 'running' || current.attempt !== record.attempt) lost.abort()
  }
  const timer = setInterval(() => void keep().catch(() => undefined), keepMs)
  const stopListening = notifications.subscribe('pipeline-changed', id => {
    if (id === undefined || id === record.id) void look().catch(() => undefined)
  })
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

/** One that was deleted meanwhile may have left something behind, too. */
async function tidyWhenOver(deps: RunPipelinesDeps, record: PipelineRecord): Promise<void> {
  const current = await deps.pipelines.find(record.id, record.accountId)
  if (current && !isJobFinished(current.status)) return
  await cleanUpJob(deps, current ?? { ...record, status: 'cancelled' })
  if (current) await deps.pipelines.markCleanedUp(record.id)
}
