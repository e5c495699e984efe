/** Selects the files that fit into a batch on a plan, with reasons for the others. */
import { sizeText, toMegabytes } from './bytes.ts'
import { type PlanId, plans } from './plans.ts'

export interface BatchProblem<File> {
  readonly message: string
  /** Files dropped for this reason. */
  readonly files: readonly File[]
}

export interface CheckedBatch<File> {
  readonly files: readonly File[]
  /** One for each reason why files were dropped, or why nothing can be converted. */
  readonly problems: readonly BatchProblem<File>[]
}

/** Files that are too large are dropped first, so that they do not count toward the maximum. */
export function checkBatch<File extends { readonly size: number }>(
  chosen: readonly File[],
  plan: PlanId,
): CheckedBatch<File> {
  if (chosen.length === 0)
    return { files: [], problems: [{ message: 'Please add files to convert', files: [] }] }
  const { batchFiles, batchFileBytes } = plans[plan]
  const large = chosen.filter(file => file.size > batchFileBytes)
  const small = chosen.filter(file => file.size <= batchFileBytes)
  const files = small.slice(0, batchFiles ?? small.length)
  const problems = [
    { message: tooLarge(large.length, batchFileBytes), files: large },
    { message: `Up to ${batchFiles} files can be converted at once.`, files: small.slice(files.length) },
  ]
  return { files, problems: problems.filter(problem => problem.files.length > 0) }
}

function tooLarge(count: number, limitBytes: number): string {
  const limit = `the ${sizeText(toMegabytes(limitBytes))} limit.`
  return count === 1 ? `1 file exceeds ${limit}` : `${count} files exceed ${limit}`
}
