/** API representation of a job, and the webhook event when it finishes. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { Job, JobStatus } from '@filesmith/contract/schemas/v1/job'
import type { WebhookPayload } from '@filesmith/contract/schemas/v1/webhook'
import type { BuildFinishedEvent, PipelineRecord } from '../../ports/pipeline-store.ts'

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

export const buildFinishedEvent: BuildFinishedEvent = record => {
  const event =
    record.status === 'succeeded'
      ? 'job.succeeded'
      : record.status === 'failed'
        ? 'job.failed'
        : 'job.cancelled'
  const payload: WebhookPayload = {
    type: event,
    timestamp: (record.finishedAt ?? new Date()).toISOString(),
    data: { job: describeJob(record) },
  }
  return { event, payload: JSON.stringify(payload) }
}
