/** Cleans up a finished job: deletes intermediate files and cancels running conversions, but keeps the results. */

import { createHash } from 'node:crypto'
import { isFinished } from '@filesmith/contract/conversion-status'
import type { ConversionRecord } from '../../database/conversion-record.ts'
import type { PipelineLease, PipelineRecord, PipelineStore } from '../../database/pipeline-store.ts'
import { type RemoveConversionDeps, resultPrefix } from '../conversions/conversions.ts'
import { removeUpload } from '../uploads/uploads.ts'

type CleanUpDeps = RemoveConversionDeps

type CleanUpTarget = Pick<PipelineRecord, 'id' | 'accountId' | 'attempt' | 'status' | 'request' | 'progress'>

/** Idempotent. */
export async function cleanUpJob(deps: CleanUpDeps, job: CleanUpTarget): Promise<void> {
  const results = job.status === 'cancelled' ? [] : job.progress.results
  const kept = new Set(results.map(({ conversionId }) => conversionId))
  for (const step of job.request.operations.keys()) {
    for (const conversion of await deps.conversions.listBatch(stepBatchId(job.id, step), job.accountId))
      if (!kept.has(conversion.id)) await removeOutput(deps, conversion)
  }
  await removeUploads(deps, job, 0, job.request.operations.length - 1)
}

/** Failed and canceled conversions have no files and stay in the history. */
async function removeOutput(deps: CleanUpDeps, { id, status }: ConversionRecord): Promise<void> {
  if (!isFinished(status) && (await deps.conversions.cancel(id))) return
  if (status === 'failed' || status === 'cancelled') return
  await deps.storage.removeAll(resultPrefix(id))
  await deps.conversions.remove(id, 'asked')
}

/** After a step, its inputs are deleted, and its outputs once they were copied to the next step. */
export async function cleanUpStep(deps: CleanUpDeps, job: CleanUpTarget, step: number): Promise<void> {
  for (const conversion of await deps.conversions.listBatch(stepBatchId(job.id, step), job.accountId))
    await removeOutput(deps, conversion)
  await removeUploads(deps, job, step, step)
}

/** Of all attempts, including those that ended before they recorded their uploads. */
async function removeUploads(
  deps: CleanUpDeps,
  job: CleanUpTarget,
  fromStep: number,
  toStep: number,
): Promise<void> {
  const uploadIds: string[] = []
  for (let attempt = 1; attempt <= job.attempt; attempt++)
    for (let step = fromStep; step <= toStep; step++)
      for (let index = 0; index < job.request.inputCount; index++)
        uploadIds.push(stepUploadId({ id: job.id, attempt }, step, index))
  for (const upload of await deps.uploads.listSome(uploadIds, job.accountId))
    await removeUpload(deps, upload, 'asked')
}

const batchSize = 100

/** Jobs whose worker died before the cleanup. */
export async function cleanUpAbandonedJobs(
  deps: CleanUpDeps & { readonly pipelines: PipelineStore },
): Promise<number> {
  const left = await deps.pipelines.listAwaitingCleanup(batchSize)
  for (const job of left) {
    await cleanUpJob(deps, job)
    await deps.pipelines.markCleanedUp(job.id)
  }
  return left.length
}

/** The conversions of a step are watched as a batch. */
export function stepBatchId(jobId: string, step: number): string {
  return derivedId(jobId, 'batch', step)
}

/** Idempotent: a repeated request finds the existing conversion and is not charged again. */
export function stepConversionId(jobId: string, step: number, index: number): string {
  return derivedId(jobId, 'conversion', step, index)
}

/** Input file of a step. Includes the attempt, so that concurrent attempts do not overwrite each other's files. */
export function stepUploadId({ id, attempt }: PipelineLease, step: number, index: number): string {
  return derivedId(id, 'upload', attempt, step, index)
}

/** UUID version 8 (custom, RFC 9562). */
function derivedId(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
