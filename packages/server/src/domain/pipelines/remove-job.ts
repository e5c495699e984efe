/** What DELETE does: a running job is cancelled, a finished one is forgotten with its results. */
import { AppError } from '@filesmith/contract/errors'
import { type RemoveConversionDeps, removeConversion } from '../conversions/remove-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { describeEnd, isOver } from './describe-job.ts'
import { type FindJobDeps, findJob } from './find-job.ts'
import { tidyJob } from './tidy-job.ts'

export async function removeJob(
  deps: FindJobDeps & RemoveConversionDeps,
  owner: Owner,
  id: string,
): Promise<void> {
  const before = await findJob(deps, owner, id)
  // It may finish between the look and the cancel; then it is a finished one after all.
  if (!isOver(before.status) && (await deps.pipelines.cancel(id, describeEnd))) {
    // Whoever works on it tidies up once more: it may be about to begin something.
    await tidyJob(deps, await findJob(deps, owner, id))
    return
  }
  const record = await findJob(deps, owner, id)
  await tidyJob(deps, record)
  for (const { conversionId } of record.progress.results) await removeResult(deps, owner, conversionId)
  await deps.pipelines.remove(id)
}

/** Its owner may have deleted it already, on the page of past conversions. */
async function removeResult(deps: RemoveConversionDeps, owner: Owner, conversionId: string): Promise<void> {
  try {
    await removeConversion(deps, owner, conversionId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conversion-not-found') throw error
  }
}
