/** Leaves of a job that is over nothing but its results: what was made in between is removed, what runs is stopped. */
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import type { PipelineRecord, PipelineStore } from '../../ports/pipeline-store.ts'
import type { RemoveConversionDeps } from '../conversions/remove-conversion.ts'
import { resultPrefix } from '../conversions/result-prefix.ts'
import { removeUpload } from '../uploads/remove-upload.ts'
import { stepBatchId, stepUploadId } from './pipeline-ids.ts'

type TidyDeps = RemoveConversionDeps

type Tidied = Pick<PipelineRecord, 'id' | 'accountId' | 'attempt' | 'status' | 'request' | 'progress'>

/** Doing it twice is no error. */
export async function tidyJob(deps: TidyDeps, job: Tidied): Promise<void> {
  const results = job.status === 'cancelled' ? [] : job.progress.results
  const kept = new Set(results.map(({ conversionId }) => conversionId))
  for (const step of job.request.operations.keys()) {
    for (const conversion of await deps.conversions.listBatch(stepBatchId(job.id, step), job.accountId))
      if (!kept.has(conversion.id)) await removeMade(deps, conversion)
  }
  await removeUploads(deps, job, 0, job.request.operations.length - 1)
}

/** What failed or was cancelled has no bytes and stays in the history, with its reason. */
async function removeMade(deps: TidyDeps, { id, status }: ConversionRecord): Promise<void> {
  if (!isFinished(status) && (await deps.conversions.cancel(id))) return
  if (status === 'failed' || status === 'cancelled') return
  await deps.storage.removeAll(resultPrefix(id))
  await deps.conversions.remove(id, 'asked')
}

/** A step that is done needs neither what it worked on nor, once that was handed on, what it made. */
export async function tidyStep(deps: TidyDeps, job: Tidied, step: number): Promise<void> {
  for (const conversion of await deps.conversions.listBatch(stepBatchId(job.id, step), job.accountId))
    await removeMade(deps, conversion)
  await removeUploads(deps, job, step, step)
}

/** Of every turn there was, also of those that ended before they could say what they had made. */
async function removeUploads(deps: TidyDeps, job: Tidied, fromStep: number, toStep: number): Promise<void> {
  const made: string[] = []
  for (let attempt = 1; attempt <= job.attempt; attempt++)
    for (let step = fromStep; step <= toStep; step++)
      for (let index = 0; index < job.request.inputCount; index++)
        made.push(stepUploadId({ id: job.id, attempt }, step, index))
  for (const upload of await deps.uploads.listSome(made, job.accountId))
    await removeUpload(deps, upload, 'asked')
}

const batchSize = 100

/** Jobs whose worker died between their end and this. */
export async function tidyLeftJobs(deps: TidyDeps & { readonly pipelines: PipelineStore }): Promise<number> {
  const left = await deps.pipelines.listAwaitingCleanup(batchSize)
  for (const job of left) {
    await tidyJob(deps, job)
    await deps.pipelines.markCleanedUp(job.id)
  }
  return left.length
}
