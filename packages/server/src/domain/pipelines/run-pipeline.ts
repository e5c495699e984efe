/** Runs a job from its checkpoint to the end: import, steps, export. */
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import type {
  PipelineFailure,
  PipelineOutcome,
  PipelineProgress,
  PipelineResult,
} from '../../ports/pipeline-store.ts'
import type { CheckedStep } from './checked-job.ts'
import { cleanUpStep } from './clean-up-job.ts'
import { copyToNextStep, resultName } from './copy-to-next-step.ts'
import { exportResults } from './export-results.ts'
import { importInputs } from './import-inputs.ts'
import { type Outcome, type PipelineRun, type RunPipelineDeps, saveProgress } from './pipeline-run.ts'
import { runStep } from './run-step.ts'

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
    fileName: resultName(record),
    format: record.convertedFormat,
    sizeBytes: record.resultSize ?? 0,
    notes: record.notes,
    isExported: false,
  }
}
