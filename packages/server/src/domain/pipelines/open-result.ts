/** Finds one result of a job. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { ConversionStore } from '../../ports/conversion-store.ts'
import { type Download, openDownload } from '../conversions/open-download.ts'
import type { Owner } from '../owners/owner.ts'
import { isJobFinished } from './describe-job.ts'
import { type FindJobDeps, findJob } from './find-job.ts'

export async function openResult(
  deps: FindJobDeps & { readonly conversions: ConversionStore },
  owner: Owner,
  id: string,
  index: number,
): Promise<Download> {
  const { status, progress } = await findJob(deps, owner, id)
  if (!isJobFinished(status)) throw new AppError('job-not-finished')
  const result = progress.results[index]
  if (!result) throw new AppError('result-not-found')
  try {
    return await openDownload(deps, owner, result.conversionId)
  } catch (error) {
    throw toAppError(error).code === 'conversion-not-found' ? new AppError('result-not-found') : error
  }
}
