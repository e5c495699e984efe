/** Stores the results of a step as the input files of the next one. */
import { formatExtension } from '@filesmith/contract/formats'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import { resultFileName } from '../uploads/clean-file-name.ts'
import { receiveUpload } from '../uploads/receive-upload.ts'
import { stepUploadId } from './pipeline-ids.ts'
import { failureOf, type Outcome, type PipelineRun, type RunPipelineDeps } from './pipeline-run.ts'

export function resultName({ fileName, convertedFormat }: ConversionRecord): string {
  return resultFileName(fileName, formatExtension(convertedFormat))
}

export async function copyToNextStep(
  deps: RunPipelineDeps,
  run: PipelineRun,
  outputs: readonly ConversionRecord[],
  nextStep: number,
): Promise<Outcome<readonly string[]>> {
  const operation = run.job.steps[nextStep]?.operation ?? null
  const result: string[] = []
  for (const [index, record] of outputs.entries()) {
    run.signal.throwIfAborted()
    const fileName = resultName(record)
    try {
      await using source = await deps.storage.read(record.resultKey ?? '')
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
