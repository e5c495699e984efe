/** Cancels a running job, or deletes a finished one with its results. */
import { AppError } from '@filesmith/contract/errors'
import { type RemoveConversionDeps, removeConversion } from '../conversions/remove-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { cleanUpJob } from './clean-up-job.ts'
import { buildFinishedEvent, isJobFinished } from './describe-job.ts'
import { type FindJobDeps, findJob } from './find-job.ts'

export async function removeJob(
  deps: FindJobDeps & RemoveConversionDeps,
  owner: Owner,
  id: string,
): Promise<void> {
  const before = await findJob(deps, owner, id)
  // It may finish before the cancellation; then it is deleted like a finished one.
  if (!isJobFinished(before.status) && (await deps.pipelines.cancel(id, buildFinishedEvent))) {
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
