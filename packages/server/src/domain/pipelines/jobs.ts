/** Jobs of the public API: found, described, watched, their results opened, and removed. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError, errorMessage, toAppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { Job, JobPage, JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookPayload } from '@filesmith/contract/schemas/v1/webhook'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type {
  BuildFinishedEvent,
  PipelineCursor,
  PipelineRecord,
  PipelineStore,
} from '../../database/pipeline-store.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { writeJson } from '../base-path.ts'
import { type RemoveConversionDeps, removeConversion, watchChanges } from '../conversions/conversions.ts'
import { type Download, openDownload } from '../conversions/downloads.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { cleanUpJob } from './clean-up-job.ts'

interface FindJobDeps {
  readonly pipelines: PipelineStore
}

/** Finds jobs of an account; another account's id gets the same error as an unknown one. */
export async function findJob(deps: FindJobDeps, owner: Owner, id: string): Promise<PipelineRecord> {
  const record = isId(id) ? await deps.pipelines.find(id, owner.id) : undefined
  if (!record) throw new AppError('job-not-found')
  return record
}

export async function listJobs(
  deps: FindJobDeps,
  owner: Owner,
  query: { status?: JobStatus | undefined; after?: string | undefined; limit: number },
): Promise<JobPage> {
  const after = query.after === undefined ? null : decodeCursor(query.after)
  // One more than the page size, to know whether there is another page.
  const page = { after, limit: query.limit + 1 }
  const found = await deps.pipelines.list(owner.id, { status: query.status }, page)
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    jobs: shown.map(describeJob),
    next: last && found.length > query.limit ? encodeCursor(last) : null,
  }
}

function encodeCursor({ createdAt, id }: PipelineCursor): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

function decodeCursor(text: string): PipelineCursor {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  if (!/^\d{1,15}$/.test(time) || !isId(id))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { createdAt: new Date(Number(time)), id }
}

export function isJobFinished(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'running'
}

export function describeJob(record: PipelineRecord): Job {
  const { errorCode, progress, request } = record
  return {
    id: record.id,
    status: record.status,
    percent: record.percent,
    stage: record.stage,
    tag: request.tag,
    steps: request.operations.map((operation, step) => ({ operation, status: stepStatus(record, step) })),
    results: hasResults(record.status)
      ? progress.results.map((result, index) => ({
          fileName: result.fileName,
          format: formatExtension(result.format),
          sizeBytes: result.sizeBytes,
          url: apiPaths.v1JobResult(record.id, index),
          isExported: result.isExported,
          notes: [...result.notes],
        }))
      : [],
    error: errorCode && {
      code: errorCode,
      message: errorMessage(errorCode, record.errorParams),
      step: record.errorStep,
      file: record.errorFile,
    },
    createdAt: record.createdAt.toISOString(),
    startedAt: record.startedAt?.toISOString() ?? null,
    finishedAt: record.finishedAt?.toISOString() ?? null,
    expiresAt: record.expiresAt.toISOString(),
  }
}

/** A failed job has results if only an export failed. */
function hasResults(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed'
}

/** Steps that did not run are reported as canceled once the job is finished. */
function stepStatus({ status, progress, errorStep }: PipelineRecord, step: number): JobStatus | 'waiting' {
  if (errorStep === step) return 'failed'
  if (step < progress.step) return 'succeeded'
  if (isJobFinished(status)) return 'cancelled'
  return step === progress.step && progress.isStepBegun ? 'running' : 'waiting'
}

/** Webhook event of a finished job. */
export const finishedEvents =
  (basePath: string): BuildFinishedEvent =>
  (record, finishedAt) => {
    const event =
      record.status === 'succeeded'
        ? 'job.succeeded'
        : record.status === 'failed'
          ? 'job.failed'
          : 'job.cancelled'
    const payload: WebhookPayload = {
      type: event,
      timestamp: finishedAt.toISOString(),
      data: { job: describeJob(record) },
    }
    return { event, payload: writeJson(payload, basePath) }
  }

export interface WatchJobDeps extends FindJobDeps {
  readonly notifications: Notifications
}

/** Yields the state of a job after each change until it is finished. */
export function watchJob(
  deps: WatchJobDeps,
  owner: Owner,
  id: string,
  options: { afterRevision?: number; signal: AbortSignal },
): AsyncGenerator<PipelineRecord, void> {
  return watchChanges(deps, options, {
    topic: 'pipeline-changed',
    matches: changedId => changedId === id,
    load: () => findJob(deps, owner, id),
    isFinal: ({ status }) => isJobFinished(status),
  })
}

/** Returns the final state, or the current one if `signal` aborts first. */
export async function waitForJob(
  deps: WatchJobDeps,
  owner: Owner,
  id: string,
  signal: AbortSignal,
): Promise<PipelineRecord> {
  let last: PipelineRecord | undefined
  for await (const record of watchJob(deps, owner, id, { signal })) last = record
  return last ?? findJob(deps, owner, id)
}

/** Cancels a running job, or deletes a finished one with its results. */
export async function removeJob(
  deps: FindJobDeps & RemoveConversionDeps & { readonly basePath: string },
  owner: Owner,
  id: string,
): Promise<void> {
  const before = await findJob(deps, owner, id)
  // It may finish before the cancellation; then it is deleted like a finished one.
  if (!isJobFinished(before.status) && (await deps.pipelines.cancel(id, finishedEvents(deps.basePath)))) {
    // Its worker cleans up again, because it may be about to start something.
    await cleanUpJob(deps, await findJob(deps, owner, id))
    return
  }
  const record = await findJob(deps, owner, id)
  await cleanUpJob(deps, record)
  for (const { conversionId } of record.progress.results) await removeResult(deps, owner, conversionId)
  await deps.pipelines.remove(id)
}

/** The owner may have deleted it already in the conversion history. */
async function removeResult(deps: RemoveConversionDeps, owner: Owner, conversionId: string): Promise<void> {
  try {
    await removeConversion(deps, owner, conversionId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conversion-not-found') throw error
  }
}

/** Finds one result of a job. */
export async function openResult(
  deps: FindJobDeps & { readonly conversions: ConversionStore },
  owner: Owner,
  id: string,
  index: number,
): Promise<Download> {
  const { status, progress } = await findJob(deps, owner, id)
  if (!isJobFinished(status)) throw new AppError('job-not-finished')
  const result = progress.results[index]
  if (!result) throw new AppError('result-not-found')
  try {
    return await openDownload(deps, owner, result.conversionId)
  } catch (error) {
    throw toAppError(error).code === 'conversion-not-found' ? new AppError('result-not-found') : error
  }
}
