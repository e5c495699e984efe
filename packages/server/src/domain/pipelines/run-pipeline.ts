/** Runs a job of the public API step by step; its conversions are ordinary ones. */

import { AppError } from '@filesmith/contract/errors'
import type { PipelineProgress, PipelineResult } from '../../database/api-schema.ts'
import type { ConversionRecord, NewConversion } from '../../database/conversion-record.ts'
import type { PipelineFailure, PipelineOutcome } from '../../database/pipeline-store.ts'
import { watchBatch } from '../batches/batches.ts'
import { resultNameOf } from '../conversions/downloads.ts'
import { acceptConversions, prepareConversion } from '../conversions/request-conversion.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/workers.ts'
import { receiveUpload } from '../uploads/upload-content.ts'
import { cleanUpStep, stepBatchId, stepConversionId, stepUploadId } from './clean-up-job.ts'
import {
  exportResults,
  failureOf,
  importInputs,
  type Outcome,
  type PipelineRun,
  percentAt,
  type RunPipelineDeps,
  saveProgress,
} from './pipeline-files.ts'
import { type CheckedStep, isJoining, requestedBy } from './request-job.ts'

/** Throws on an internal error, and when the lease is lost. */
export async function runPipeline(deps: RunPipelineDeps, run: PipelineRun): Promise<PipelineOutcome> {
  let { progress } = run.record
  if (progress.uploadIds === null) {
    const imported = await importInputs(deps, run)
    if ('failure' in imported) return failed(imported.failure)
    progress = { ...progress, uploadIds: imported.result }
    await saveProgress(deps, run, progress)
  }
  for (const step of run.job.steps.slice(progress.step)) {
    const advanced = await advanceStep(deps, run, step, progress)
    if ('failure' in advanced) return failed(advanced.failure)
    progress = advanced.result
  }
  const exported = await exportResults(deps, run, progress)
  if ('failure' in exported) return failed(exported.failure)
  return { status: 'succeeded', progress: exported.result }
}

function failed(failure: PipelineFailure): PipelineOutcome {
  return { status: 'failed', failure }
}

/** Runs a step; its outputs become the inputs of the next one, or the results. */
async function advanceStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  step: CheckedStep,
  before: PipelineProgress,
): Promise<Outcome<PipelineProgress>> {
  const ran = await runStep(deps, run, step, before)
  if ('failure' in ran) return ran
  const next = { step: before.step + 1, isStepBegun: false }
  if (next.step === run.job.steps.length) {
    const progress = { ...before, ...next, results: ran.result.map(toResult) }
    await saveProgress(deps, run, progress)
    return { result: progress }
  }
  const copied = await copyToNextStep(deps, run, ran.result, next.step)
  if ('failure' in copied) return copied
  const progress = { ...before, ...next, uploadIds: copied.result }
  await saveProgress(deps, run, progress)
  await cleanUpStep(deps, run.record, before.step)
  return { result: progress }
}

function toResult(record: ConversionRecord): PipelineResult {
  return {
    conversionId: record.id,
    fileName: resultNameOf(record),
    format: record.convertedFormat,
    sizeBytes: record.resultSize ?? 0,
    notes: record.notes,
    isExported: false,
  }
}

/** Runs one step of a job as regular conversions, requested once, charged and queued like any other. */
async function runStep(
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
      await acceptConversions(deps, { owner: run.owner, addressHash: '' }, prepared.result, deps.now())
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

function groupFiles(step: CheckedStep, uploadIds: readonly string[]): readonly (readonly string[])[] {
  return isJoining(step) ? [uploadIds] : uploadIds.map(id => [id])
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
      const prepared = await prepareOne(deps, run, step, workers, group, position)
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
  position: number,
): Promise<NewConversion> {
  const files = uploadIds.map(uploadId => ({ uploadId }))
  const request = { operation: step.operation, requested: requestedBy(step, position), files }
  return prepareConversion(deps, owner, request, workers, deps.now())
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

/** Stores the results of a step as the input files of the next one. */
async function copyToNextStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  outputs: readonly ConversionRecord[],
  nextStep: number,
): Promise<Outcome<readonly string[]>> {
  const operation = run.job.steps[nextStep]?.operation ?? null
  const result: string[] = []
  for (const [index, record] of outputs.entries()) {
    run.signal.throwIfAborted()
    const fileName = resultNameOf(record)
    try {
      if (record.resultKey === null) throw new AppError('conversion-not-found')
      await using source = await deps.storage.read(record.resultKey)
      const id = stepUploadId(run.record, nextStep, index)
      const sourceBytes = record.resultSize ?? undefined
      const file = { id, fileName, operation, source, sourceBytes, isWithinJob: true }
      result.push((await receiveUpload(deps, { owner: run.owner, addressHash: '' }, file)).id)
    } catch (error) {
      return failureOf(run, error, { step: nextStep, file: fileName })
    }
  }
  return { result }
}
