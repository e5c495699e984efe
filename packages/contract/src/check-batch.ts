/** Selects the files that fit into a batch on a plan, with reasons for the others. */
import { sizeText, toMegabytes } from './bytes.ts'
import { type PlanId, plans } from './plans.ts'

export interface CheckedBatch<File> {
  readonly files: readonly File[]
  /** One message for each reason why files were dropped, or why nothing can be converted. */
  readonly problems: readonly string[]
}

/** Files that are too large are dropped first, so that they do not count toward the maximum. */
export function checkBatch<File extends { readonly size: number }>(
  chosen: readonly File[],
  plan: PlanId,
): CheckedBatch<File> {
  if (chosen.length === 0) return { files: [], problems: ['Please add files to convert'] }
  const { batchFiles, batchFileBytes } = plans[plan]
  const small = chosen.filter(file => file.size <= batchFileBytes)
  const files = small.slice(0, batchFiles ?? small.length)
  return {
    files,
    problems: [
      ...(small.length < chosen.length ? [tooLarge(chosen.length - small.length, batchFileBytes)] : []),
      ...(files.length < small.length ? [`Up to ${batchFiles} files can be converted at once.`] : []),
    ],
  }
}

function tooLarge(count: number, limitBytes: number): string {
  const limit = `the ${sizeText(toMegabytes(limitBytes))} limit.`
  return count === 1 ? `1 file exceeds ${limit}` : `${count} files exceed ${limit}`
}
