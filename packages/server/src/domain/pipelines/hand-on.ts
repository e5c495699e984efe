/** Makes of what one step made what the next one works on. */
import { formatExtension } from '@filesmith/contract/formats'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import { resultFileName } from '../uploads/clean-file-name.ts'
import { receiveUpload } from '../uploads/receive-upload.ts'
import { stepUploadId } from './pipeline-ids.ts'
import { failureOf, type Outcome, type PipelineRun, type RunPipelineDeps } from './pipeline-run.ts'

export function resultName({ fileName, convertedFormat }: ConversionRecord): string {
  return resultFileName(fileName, formatExtension(convertedFormat))
}

export async function handOn(
  deps: RunPipelineDeps,
  run: PipelineRun,
  made: readonly ConversionRecord[],
  nextStep: number,
): Promise<Outcome<readonly string[]>> {
  const operation = run.job.steps[nextStep]?.operation ?? null
  const result: string[] = []
  for (const [index, record] of made.entries()) {
    run.signal.throwIfAborted()
    const fileName = resultName(record)
    try {
      const source = await deps.storage.read(record.resultKey ?? '')
      const id = stepUploadId(run.record, nextStep, index)
      result.push((await receiveUpload(deps, run.owner, { id, fileName, operation, source })).id)
    } catch (error) {
      return failureOf(run, error, { step: nextStep, file: fileName })
    }
  }
  return { result }
}
