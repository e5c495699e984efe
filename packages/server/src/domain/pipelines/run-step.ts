/** Runs one step of a job as regular conversions, requested once, charged and queued like any other. */
import { AppError } from '@filesmith/contract/errors'
import type { ConversionRecord, NewConversion } from '../../ports/conversion-store.ts'
import type { PipelineProgress } from '../../ports/pipeline-store.ts'
import { watchBatch } from '../batches/watch-batch.ts'
import { prepareConversion } from '../conversions/prepare-conversion.ts'
import { acceptConversions } from '../conversions/request-conversion.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/live-workers.ts'
import { type CheckedStep, isJoining, requestedBy } from './checked-job.ts'
import { stepBatchId, stepConversionId } from './pipeline-ids.ts'
import {
  failureOf,
  type Outcome,
  type PipelineRun,
  percentAt,
  type RunPipelineDeps,
  saveProgress,
} from './pipeline-run.ts'

export async function runStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  step: CheckedStep,
  progress: PipelineProgress,
): Promise<Outcome<readonly ConversionRecord[]>> {
  const place = { step: progress.step, file: null }
  const groups = groupFiles(step, progress.uploadIds ?? [])
  const present = await deps.conversions.listBatch(stepBatchId(run.record.id, progress.step), run.owner.id)
  // A previous attempt may have enqueued them without saving its progress.
  if (present.length === 0 && !progress.isStepBegun) {
    const prepared = await prepareStep(deps, run, step, progress.step, groups)
    if ('failure' in prepared) return prepared
    run.signal.throwIfAborted()
    try {
      await acceptConversions(deps, { owner: run.owner, addressHash: '' }, prepared.result, new Date())
    } catch (error) {
      return failureOf(run, error, place)
    }
  }
  await saveProgress(deps, run, { ...progress, isStepBegun: true })
  try {
    return await waitForStep(deps, run, step, progress.step, groups.length)
  } catch (error) {
    return failureOf(run, error, place)
  }
}

function groupFiles(
  { operation }: CheckedStep,
  uploadIds: readonly string[],
): readonly (readonly string[])[] {
  return isJoining(operation) ? [uploadIds] : uploadIds.map(id => [id])
}

async function prepareStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  step: CheckedStep,
  place: number,
  groups: readonly (readonly string[])[],
): Promise<Outcome<NewConversion[]>> {
  const workers = await loadLiveWorkers(deps)
  const result: NewConversion[] = []
  for (const [position, group] of groups.entries()) {
    try {
      const prepared = await prepareOne(deps, run, step, workers, group)
      const id = stepConversionId(run.record.id, place, position)
      result.push({ ...prepared, id, batch: { id: stepBatchId(run.record.id, place), position } })
    } catch (error) {
      const [first = ''] = group
      const upload = group.length === 1 ? await deps.uploads.find(first, run.owner.id) : undefined
      return failureOf(run, error, { step: place, file: upload?.fileName ?? null })
    }
  }
  return { result }
}

function prepareOne(
  deps: RunPipelineDeps,
  { owner }: PipelineRun,
  step: CheckedStep,
  workers: LiveWorkers,
  uploadIds: readonly string[],
): Promise<NewConversion> {
  const files = uploadIds.map(uploadId => ({ uploadId }))
  const request = { operation: step.operation, requested: requestedBy(step), files }
  return prepareConversion(deps, owner, request, workers, new Date())
}

async function waitForStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  { operation }: CheckedStep,
  place: number,
  fileCount: number,
): Promise<Outcome<readonly ConversionRecord[]>> {
  const { record, owner, signal } = run
  let reportedPercent = -1
  let last: readonly ConversionRecord[] = []
  for await (const { records } of watchBatch(deps, owner, stepBatchId(record.id, place), { signal })) {
    const failed = records.find(each => ['failed', 'cancelled', 'expired'].includes(each.status))
    if (failed) {
      const error = new AppError(failed.errorCode ?? 'cancelled', failed.errorParams)
      return { failure: { code: error.code, params: error.params, step: place, file: failed.fileName } }
    }
    const share = records.reduce((sum, { percent }) => sum + percent, 0) / (100 * records.length)
    const percent = Math.floor(percentAt(run, place, share))
    if (percent > reportedPercent) await deps.pipelines.report(record, percent, operation)
    reportedPercent = Math.max(reportedPercent, percent)
    last = records
  }
  signal.throwIfAborted()
  // The owner may have deleted some of them meanwhile.
  if (last.length < fileCount) throw new AppError('conversion-not-found')
  return { result: last }
}
