/** Jobs that run engines, in a worker or isolated in a separate process. */
import type { UploadInspection } from '../database/schema.ts'
import type { ClaimedJob, EngineQueue, JobError } from '../ports/job-queue.ts'
import { type EstimateSizesDeps, estimateSize } from './estimate-sizes.ts'
import { type InspectDeps, inspectQueuedUpload } from './inspect-uploads.ts'
import { type PrepareUploadsDeps, prepareQueuedUpload } from './prepare-uploads.ts'
import { type ConversionJob, type RunJobDeps, runJob } from './run-job.ts'
import type { JobRunner } from './run-queues.ts'
import { type TranslateTextsDeps, translateText } from './translate-texts.ts'

export type EngineJobDeps = RunJobDeps &
  InspectDeps &
  PrepareUploadsDeps &
  EstimateSizesDeps &
  TranslateTextsDeps

export type EngineJobs = {
  readonly [Queue in EngineQueue]: Pick<JobRunner<Queue>, 'run' | 'giveUp'>
}

export function createEngineJobs(deps: EngineJobDeps): EngineJobs {
  const converting = {
    run: (job: ConversionJob, signal: AbortSignal) => runJob(deps, job, signal),
    giveUp: (job: ConversionJob, error: JobError) => failConversion(deps, job, error),
  }
  return {
    'convert-short': converting,
    'convert-long': converting,
    'inspect-upload': {
      run: (job, signal) => inspectQueuedUpload(deps, job, signal),
      giveUp: (job, error) => recordProblem(deps, job, error),
    },
    'prepare-upload': { run: (job, signal) => prepareQueuedUpload(deps, job, signal) },
    'estimate-size': { run: (job, signal) => estimateSize(deps, job, signal) },
    'translate-text': { run: (job, signal) => translateText(deps, job, signal) },
  }
}

async function failConversion(
  { conversions }: EngineJobDeps,
  { payload }: ConversionJob,
  error: JobError,
): Promise<void> {
  const record = await conversions.find(payload.conversionId)
  if (record) await conversions.fail(record.id, record.attempt, error)
}

async function recordProblem(
  { uploads, notifications }: EngineJobDeps,
  { payload }: ClaimedJob<'inspect-upload'>,
  problem: JobError,
): Promise<void> {
  const upload = await uploads.findForWork(payload.uploadId)
  if (!upload) return
  const inspection: UploadInspection = { media: null, problem, previewKey: null }
  await uploads.recordInspection(upload, inspection)
  await notifications.publish('upload-inspected', upload.id)
}
